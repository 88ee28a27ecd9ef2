import { randomUUID } from 'node:crypto'
import { ChatAnswer, ChatRequest } from '@utter/contracts/http/chat'
import { VendorError } from '@utter/contracts/vendor-error'
import { toProblem } from '@utter/http/error-handler'
import { identityOf } from '@utter/http/identity'
import { Problem, unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import { BreakerOpen } from '@utter/worker/breaker'
import type { FastifyReply } from 'fastify'
import { answer } from '../answer.ts'
import type { Deps } from '../deps.ts'
import { LineTooLong } from '../domain/places.ts'
import { tooLate } from '../providers/openai-errors.ts'

/** For a turn. With the time for the reply itself it is less than the gateway waits for an answer, 70 s. */
const maxWaitMs = 10_000
/** What a reply takes, about. */
const retryAfterSeconds = 5

const busy = (cause: unknown) => unavailable('The chat model is busy, try again in a moment', retryAfterSeconds, cause)

/**
 * `POST /api/chat`: the reply as text, at once or, to `Accept: text/event-stream`, as it is written. 503 without asking while
 * the circuit to the model is open.
 */
export const chatRoute: Route<Deps> = (app, deps) =>
  app.post(
    '/api/chat',
    { onRequest: deps.guard.required('jobs:write'), schema: { body: ChatRequest, response: { 200: ChatAnswer } } },
    async (request, reply) => {
      const { message, sessionId } = request.body
      const question = { userId: identityOf(request).userId, sessionId, message, turnId: randomUUID() }
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const openForMs = deps.breaker.openForMs()
      if (openForMs > 0) throw problemOf(new BreakerOpen(openForMs))
      const giveBack = await placeOf(deps, gone.signal)
      try {
        if (request.headers.accept?.includes('text/event-stream'))
          return await stream(deps, question, gone.signal, reply)
        return { response: (await askInTime(deps, question, { signal: gone.signal })).text }
      } catch (error) {
        throw problemOf(error)
      } finally {
        giveBack()
      }
    },
  )

/** A turn among those who ask directly. @throws Problem 503 when too many wait, or it takes too long */
async function placeOf({ places }: Deps, gone: AbortSignal): Promise<() => void> {
  const patience = AbortSignal.timeout(maxWaitMs)
  try {
    return await places.take(AbortSignal.any([gone, patience]))
  } catch (error) {
    if (error instanceof LineTooLong || patience.aborted) throw busy(error)
    throw error
  }
}

/** Pieces as unnamed events `{text}`; at the end `done` with the whole, or `error`. */
async function stream(
  deps: Deps,
  question: Parameters<typeof answer>[1],
  signal: AbortSignal,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' })
  const write = (data: unknown, event?: string) =>
    reply.raw.write(`${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
  try {
    const { text } = await askInTime(deps, question, { signal, onText: (piece) => write({ text: piece }) })
    write({ response: text }, 'done')
  } catch (error) {
    const problem = problemOf(error)
    write({ error: problem.message, code: problem.code }, 'error')
  }
  reply.raw.end()
  return reply
}

/** Once, and as the breaker allows. @throws VendorError `chat_timeout` when the time is over */
async function askInTime(
  deps: Deps,
  question: Parameters<typeof answer>[1],
  { signal, onText }: Parameters<typeof answer>[2],
): Promise<Awaited<ReturnType<typeof answer>>> {
  const limit = AbortSignal.timeout(deps.limitMs)
  return deps.breaker.run(async () => {
    try {
      const either = AbortSignal.any([signal, limit])
      return await answer(deps, question, { signal: either, ...(onText && { onText }) })
    } catch (error) {
      throw limit.aborted && !signal.aborted ? tooLate(error) : error
    }
  })
}

function problemOf(error: unknown): Problem {
  if (error instanceof BreakerOpen)
    return unavailable('The chat model is not available, try again later', Math.ceil(error.openForMs / 1_000), error)
  if (error instanceof VendorError && error.code === 'chat_timeout')
    return new Problem(504, 'timed_out', error.sentence, { cause: error })
  if (error instanceof VendorError) {
    return error.kind === 'permanent'
      ? new Problem(502, error.code, error.sentence, { cause: error })
      : unavailable(
          'The chat model is busy, try again in a moment',
          Math.ceil((error.retryAfterMs ?? 1_000) / 1_000),
          error,
        )
  }
  return toProblem(error as Error)
}
