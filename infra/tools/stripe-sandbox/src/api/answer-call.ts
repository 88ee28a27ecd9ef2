import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { type Call, readParams } from './call.ts'
import { expand } from './expand.ts'
import { queryOf } from './form.ts'
import type { Idempotency } from './idempotency.ts'
import { StripeError } from './stripe-error.ts'

const Expand = z.optional(z.array(z.string()))

/** Reads, checks and answers one call; a POST under an idempotency key once. */
export const answerCall =
  (call: Call, context: Context, idempotency: Idempotency, save: () => Promise<void>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const given = { ...queryOf(request.raw.url ?? ''), ...(request.body as Record<string, unknown> | undefined) }
    const { expand: paths, ...params } = given
    const work = async () => {
      const expanded = Expand.safeParse(paths)
      if (!expanded.success)
        throw new StripeError(400, { type: 'invalid_request_error', message: 'Invalid array', param: 'expand' })
      const id = (request.params as { id?: string }).id ?? ''
      const answer = await call.answer(readParams(call.params, params), context, id)
      return JSON.stringify(expand(context.store, answer, expanded.data ?? []))
    }
    const key = request.headers['idempotency-key']
    const answer = async () =>
      call.method === 'POST' && typeof key === 'string'
        ? idempotency.once(key, request.url.split('?')[0] ?? '', JSON.stringify(given), work)
        : { status: 200, body: await work(), replayed: false }
    // Kept before it is answered, a refusal too: a declined payment has left its traces.
    const { status, body, replayed } = await answer().finally(() => (call.method === 'GET' ? undefined : save()))
    if (replayed) reply.header('idempotent-replayed', 'true')
    return reply.status(status).type('application/json').send(body)
  }
