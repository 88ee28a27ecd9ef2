import { randomBytes } from 'node:crypto'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from '../cookies/session.ts'
import { type Encoding, encoders, encodings } from './encoders.ts'

/** Placeholders of the built page. */
const nonceWord = /__CSP_NONCE__/g
const sessionWord = '__SESSION__'

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The page of every screen, fresh each time: with a nonce of its own, and whether a session cookie came with the request, so that the app
 * asks for no user where there is none.
 */
export const createPage =
  (html: string, cookie: SessionCookie) =>
  async (request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64')
    const page = html.replace(nonceWord, nonce).replace(sessionWord, cookie.read(request) ? 'yes' : 'no')
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings) as Encoding | null
    reply
      .code(status)
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .serializer((text: string) => text)
    if (!encoding) return reply.send(page)
    return reply.header('content-encoding', encoding).send(await encoders[encoding](page))
  }
