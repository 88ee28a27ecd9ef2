import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { paths } from '@utter/contracts/screens'
import { answerProblem } from '@utter/http/error-handler'
import { networkOf } from '@utter/http/network-of'
import { notFound } from '@utter/http/problem'
import type { App } from '@utter/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from '../cookies/session.ts'
import { clientAddress } from '../entrance/client-address.ts'
import type { OperatorNotice } from './notice.ts'
import { createPage } from './page.ts'

/** The built single-page app. @param checkRate throws where an address has had as many pages as it may */
export async function readWeb(
  folder: string,
  cookie: SessionCookie,
  notice: Pick<OperatorNotice, 'text'>,
  checkRate: (network: string) => void,
) {
  const page = createPage(await readFile(join(folder, 'index.html'), 'utf8'), cookie, notice)
  const send = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    checkRate(networkOf(clientAddress(request)))
    return page(request, reply, status)
  }
  return {
    /** Hashed assets are kept for a year; the build made a `.br` and a `.gz` of each. */
    async serve(app: App): Promise<void> {
      await app.register(fastifyStatic, {
        root: folder,
        index: false,
        dotfiles: 'ignore',
        preCompressed: true,
        // Parts are for sound and film; by the weak marks of these files `If-Range` could not tell them.
        acceptRanges: false,
        setHeaders: (response, path) => {
          response.header(
            'cache-control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          )
        },
      })
      for (const screen of Object.values(paths))
        app.get(screen, (request, reply) => {
          // Its link is a secret.
          if (screen === paths.shared) reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
          return send(request, reply, 200)
        })
    },
    /** People see the 404 page, programs a problem. */
    notFound(request: FastifyRequest, reply: FastifyReply): unknown {
      const isPage =
        request.method === 'GET' && !/^\/(api|v1|audio|internal|assets)(\/|$)/.test(request.url.split('?', 1)[0] ?? '')
      return isPage ? send(request, reply, 404) : answerProblem(notFound(), request, reply)
    },
  }
}
