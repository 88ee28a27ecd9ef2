import { randomUUID } from 'node:crypto'
import { ChatAnswer, ChatRequest } from '@utter/contracts/http/chat'
import { VendorError } from '@utter/contracts/vendor-error'
import { toProblem } from '@utter/http/error-handler'
import { whoAsks } from '@utter/http/identity'
import { Problem, unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import type { FastifyReply } from 'fastify'
import { answer } from '../answer.ts'
import type { Deps } from '../deps.ts'

const limitMs = 60_000

/** `POST /api/chat`: the reply as text, at once or, to `Accept: text/event-stream`, as it is written. */
export const chatRoute: Route<Deps> = (app, deps) =>
  app.post(
    '/api/chat',
    { onRequest: deps.guard.required('jobs:write'), schema: { body: ChatRequest, response: { 200: ChatAnswer } } },
    async (request, reply) => {
      const { message, sessionId } = request.body
      const question = { userId: whoAsks(request).userId, sessionId, message, turnId: randomUUID() }
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(limitMs)])
      if (request.headers.accept?.includes('text/event-stream')) return stream(deps, question, signal, reply)
      try {
        return { response: (await answer(deps, question, { signal })).text }
      } catch (error) {
        throw problemOf(error)
      }
    },
  )

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
    const { text } = await answer(deps, question, { signal, onText: (piece) => write({ text: piece }) })
    write({ response: text }, 'done')
  } catch (error) {
    const problem = problemOf(error)
    write({ error: problem.message, code: problem.code }, 'error')
  }
  reply.raw.end()
  return reply
}

function problemOf(error: unknown): Problem {
  if (error instanceof VendorError) {
    return error.kind === 'lasting'
      ? new Problem(502, error.code, error.sentence, { cause: error })
      : unavailable(
          'The chat model is busy, try again in a moment',
          Math.ceil((error.retryAfterMs ?? 1_000) / 1_000),
          error,
        )
  }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new Problem(504, 'timed_out', 'The chat model did not answer in time', { cause: error })
  return toProblem(error as Error)
}
