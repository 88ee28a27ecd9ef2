import { randomBytes } from 'node:crypto'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from '../cookies/session.ts'
import type { OperatorNotice } from './notice.ts'
import { createPageEncoder } from './page-encoder.ts'

/** Placeholders of the built page. */
const nonceWord = '__CSP_NONCE__'
const sessionWord = '__SESSION__'
const noticeWord = '__NOTICE__'

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
    // No text becomes markup or code but by a policy, of which there is none.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/**
 * The page of every screen, fresh each time: with a nonce of its own, the operator's notice, and whether a session cookie came with the
 * request, so that the app asks for no user where there is none.
 */
export function createPage(html: string, cookie: SessionCookie, notice: Pick<OperatorNotice, 'text'>) {
  const pieces = html.split(new RegExp(`(${nonceWord}|${sessionWord}|${noticeWord})`))
  const [parts, places] = [0, 1].map((odd) => pieces.filter((_, index) => index % 2 === odd)) as [string[], string[]]
  const encode = createPageEncoder(parts)
  return (request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply => {
    const nonce = randomBytes(16).toString('base64')
    const words: Record<string, string> = {
      [nonceWord]: nonce,
      [sessionWord]: cookie.read(request) ? 'yes' : 'no',
      [noticeWord]: inAttribute(notice.text()),
    }
    const page = encode(places.map((place) => words[place] ?? ''))
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['gzip'])
    reply
      .code(status)
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .serializer((text: string) => text)
    return encoding ? reply.header('content-encoding', encoding).send(page.gzip()) : reply.send(page.plain)
  }
}

/** As the value of an attribute between double quotes (HTML, 13.1.2.3). */
const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
