import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { paths } from '@utter/contracts/screens'
import { answerProblem } from '@utter/http/error-handler'
import { notFound } from '@utter/http/problem'
import type { App } from '@utter/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The placeholder of the nonce in the built page. */
const placeholder = /__CSP_NONCE__/g

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The built single-page app. The page itself is fresh each time, with a nonce of its own. */
export async function readWeb(folder: string) {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const send = (reply: FastifyReply, status: number) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(status)
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .serializer((text: string) => text)
      .send(page.replace(placeholder, nonce))
  }
  return {
    /** Hashed assets are kept for a year. */
    async serve(app: App): Promise<void> {
      await app.register(fastifyStatic, {
        root: folder,
        index: false,
        setHeaders: (response, path) => {
          response.header(
            'cache-control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          )
        },
      })
      for (const screen of Object.values(paths)) app.get(screen, (_request, reply) => send(reply, 200))
    },
    /** People see the 404 page, programs a problem. */
    notFound(request: FastifyRequest, reply: FastifyReply): unknown {
      const isPage =
        request.method === 'GET' && !/^\/(api|v1|audio|internal|assets)(\/|$)/.test(request.url.split('?', 1)[0] ?? '')
      return isPage ? send(reply, 404) : answerProblem(notFound(), request, reply)
    },
  }
}
