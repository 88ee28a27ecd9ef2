import { ClientError } from '@utter/contracts/http/client-errors'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { networkOf } from '@utter/http/network-of'
import type { App } from '@utter/http/route'
import type { Log } from '@utter/telemetry/log'
import type { FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { refuseCrossSite } from '../auth/same-site.ts'
import { clientAddress } from '../entrance/client-address.ts'
import type { RedisLimits } from '../limits/redis-limits.ts'
import { createSenderLimit } from '../limits/sender-limit.ts'

/** Reports of one address in 60 s; of all addresses in one process while Redis is unavailable. */
const maxPerMinute = 20

// Without labels: a build or a path comes from outside, and could be any number of them.
const reported = new Counter({ name: 'client_errors_total', help: 'Errors that web pages have reported' })

type ClientErrorDeps = { limits: Pick<RedisLimits, 'check'>; publicUrl: string; log: Log }

/** `POST /api/client-errors`: an error of a web page becomes a line of the log. Answered here, for visitors too. */
export function clientErrors(app: App, { limits, publicUrl, log }: ClientErrorDeps): void {
  const limit = createSenderLimit(limits, 'client-errors', maxPerMinute)
  const checkRate = (request: FastifyRequest) => limit(networkOf(clientAddress(request)))

  app.post(
    '/api/client-errors',
    {
      // Before the body is read.
      onRequest: [async (request) => refuseCrossSite(request, publicUrl), checkRate],
      bodyLimit: maxBodyBytes.other,
      schema: {
        operation: {
          id: 'reportClientError',
          tag: 'Web pages',
          summary: 'Report an error of a web page',
          example: { message: 'TypeError: x is undefined', path: '/jobs', build: 'a1b2c3' },
          answers: { 204: { description: 'It is in the log.' } },
        },
        body: ClientError,
      },
    },
    async ({ id, body: { message, stack, path, build } }, reply) => {
      reported.inc()
      const clientError = {
        message: withoutSecrets(message),
        ...(stack !== undefined && { stack: withoutSecrets(stack) }),
        path: withoutSecrets(path.split(/[?#]/, 1)[0] ?? ''),
        build,
      }
      log.warn({ reqId: id, clientError }, 'a web page reported an error')
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  )
}

/** A text whose addresses have lost their queries and fragments, which may hold a secret; places in a file (`:10:5`) stay. */
export const withoutQueries = (text: string): string => text.replace(/[^\s'"`()<>]+/g, withoutQuery)

/** The same, and without the secret in the link of a shared job. */
const withoutSecrets = (text: string): string => withoutQueries(text).replace(/(\/shared\/)[^\s'"`()<>/]+/g, '$1…')

function withoutQuery(word: string): string {
  const start = word.search(/[?#]/)
  if (start === -1 || !(word.slice(0, start).includes('/') || word.includes('=', start))) return word
  return word.slice(0, start) + (/(?::\d{1,7}){1,2}$/.exec(word)?.[0] ?? '')
}
