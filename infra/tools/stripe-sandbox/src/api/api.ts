import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from '@utter/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { answerCall } from './answer-call.ts'
import type { Call } from './call.ts'
import { errorBody } from './error-body.ts'
import { createIdempotency } from './idempotency.ts'
import { StripeError } from './stripe-error.ts'

export type ApiOptions = { key: string; calls: Call[]; context: Context; save(): Promise<void> }

/** Everything under /v1: the key, the calls, and refusals in Stripe's shape. A call that is not built is a 501. */
export function addApi(app: App, { key, calls, context, save }: ApiOptions): void {
  const idempotency = createIdempotency(context.state, context.clock)
  app.register(
    async (api) => {
      api.addHook('onRequest', async (request) => requireKey(request, key))
      api.setErrorHandler(answerError)
      // stripe-node would try a 5xx again.
      api.addHook('onSend', async (_request, reply) => void reply.header('stripe-should-retry', 'false'))
      api.setNotFoundHandler((request) => {
        throw unknownCall(request)
      })
      for (const one of calls)
        api.route({
          method: one.method,
          url: one.path.replace(/^\/v1/, ''),
          handler: answerCall(one, context, idempotency, save),
        })
    },
    { prefix: '/v1' },
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function requireKey(request: FastifyRequest, key: string): void {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined && timingSafeEqual(digest(given), digest(key))) return
  // The key is not repeated: Stripe shows its last characters, and a log would keep them.
  throw new StripeError(401, {
    type: 'invalid_request_error',
    message: given === undefined ? 'You did not provide an API key.' : 'Invalid API Key provided.',
  })
}

const unknownCall = ({ method, url }: FastifyRequest) =>
  new StripeError(501, {
    type: 'api_error',
    message: `The sandbox does not know the call ${method} ${url.split('?')[0]}`,
  })

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof StripeError) return reply.status(error.status).send(errorBody(error))
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  if (statusCode >= 500) request.log.error({ err: error }, 'a call failed')
  const body = {
    error: {
      type: statusCode < 500 ? 'invalid_request_error' : 'api_error',
      message: statusCode < 500 ? message : 'The sandbox failed',
    },
  }
  return reply.status(statusCode).send(body)
}
