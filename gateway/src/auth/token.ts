import { hash as digest } from 'node:crypto'
import { keyPrefix } from '@utter/contracts/credential'
import { doorOf, elevenLabsKeyHeader } from '@utter/http/doors/door-of'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'
import type { SessionCookie } from '../cookies/session.ts'

export type Token = { kind: 'key' | 'session'; hash: string }

const maxKeyLength = 200

/** The API key or the session that a request carries. A malformed key is refused; a browser without a session is a visitor. */
export function tokenOf(request: FastifyRequest, cookie: SessionCookie): Token | null {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const key = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    return keyToken(key)
  }
  const keyOfDoor = request.headers[elevenLabsKeyHeader]
  if (keyOfDoor !== undefined && doorOf(request.url, request.headers) === 'elevenlabs')
    return keyToken(String(keyOfDoor))
  const session = cookie.read(request)
  return session ? { kind: 'session', hash: hashOf(session) } : null
}

function keyToken(key: string | undefined): Token {
  if (!key?.startsWith(keyPrefix) || key.length > maxKeyLength) throw invalidKey()
  return { kind: 'key', hash: hashOf(key) }
}

const refusedKey = (code: string, sentence: string) =>
  new Problem(401, code, sentence, { headers: { 'www-authenticate': 'Bearer' } })
export const invalidKey = () => refusedKey('invalid_key', 'Invalid API key')
export const pausedKey = () => refusedKey('key_paused', 'This API key is paused')
const hashOf = (token: string) => digest('sha256', token, 'base64url')
