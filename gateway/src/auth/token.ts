import { hash as digest } from 'node:crypto'
import { keyPrefix } from '@utter/contracts/credential'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'
import type { SessionCookie } from '../cookies/session.ts'

export type Token = { kind: 'key' | 'session'; hash: string }

/** The API key or the session that a request carries. A malformed key is refused; a browser without a session is a visitor. */
export function tokenOf(request: FastifyRequest, cookie: SessionCookie): Token | null {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const key = /^Bearer (\S{1,200})$/i.exec(authorization)?.[1]
    if (!key?.startsWith(keyPrefix)) throw invalidKey()
    return { kind: 'key', hash: hashOf(key) }
  }
  const session = cookie.read(request)
  return session ? { kind: 'session', hash: hashOf(session) } : null
}

export const invalidKey = () =>
  new Problem(401, 'invalid_key', 'Invalid API key', { headers: { 'www-authenticate': 'Bearer' } })
const hashOf = (token: string) => digest('sha256', token, 'base64url')
