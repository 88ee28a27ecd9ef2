import { randomUUID } from 'node:crypto'
import { ChatAnswer, ChatPiece, ChatRequest, StreamError } from '@utter/contracts/http/chat'
import { faultsOfQuestion, VendorError } from '@utter/contracts/vendor-error'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import { openServerSentEvents } from '@utter/http/server-sent-events'
import { BreakerOpen } from '@utter/worker/breaker'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Reply } from '../domain/reply.ts'
import { tooLate } from '../domain/too-late.ts'
import { answer, charactersOf, earlierTurns, type Question } from '../lifecycle/answer.ts'
import { takeChat } from '../lifecycle/take-chat.ts'
import type { Turn } from '../store/conversations.ts'
import { problemOf } from '../views/problem-of.ts'

/**
 * `POST /api/chat`: the reply as text, whole or, with `Accept: text/event-stream`, as it is written. 503 while the model's circuit is open,
 * and when neither a slot nor room in the queue for direct requests is left; 429 for an account that has its share of both, and past the
 * chats of its plan's day, and 503 for free accounts past what all of them have. A chat that fails by a fault of ours is not counted.
 */
export const chatRoute: Route<Deps> = (app, deps) =>
  app.post(
    '/api/chat',
    {
      access: deps.guard.required('jobs:write'),
      schema: {
        operation: {
          id: 'chat',
          tag: 'Chat',
          summary: 'A reply as text',
          description:
            'At once, or with `Accept: text/event-stream` as it is written. Costs no call, but counts for the rate, and as one of the plan’s chats of the UTC day (`chatsPerDay`): past them it is a 429 with the `code` `chat_limit_reached`. A 503 `free_limit_reached` says that free accounts together have used up their day, a 429 `free_network_limit_reached` that those of one network have used up their month.',
          headers: ['Accept'],
          example: { message: 'Say hello to somebody who is new here.' },
          answers: {
            200: {
              description: 'The reply.',
              events: [
                { schema: ChatPiece, description: 'a piece of the reply, as it is written.' },
                { name: 'done', schema: ChatAnswer, description: 'the whole reply: the last event.' },
                { name: 'error', schema: StreamError, description: 'the reply could not be finished: the last event.' },
              ],
            },
          },
          refusals: { 502: 'The chat model refused, or failed.', 504: 'The chat model took too long.' },
        },
        body: ChatRequest,
        response: { 200: ChatAnswer },
      },
    },
    async (request, reply) => {
      const { message, sessionId } = request.body
      const identity = identityOf(request)
      const asker = { ...identity, address: request.caller?.address ?? '' }
      const question = { userId: identity.userId, sessionId, message, turnId: randomUUID() }
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      try {
        const openForMs = deps.breaker.openForMs()
        if (openForMs > 0) throw new BreakerOpen(openForMs)
        const release = await deps.slots.acquire(question.userId, left.signal)
        try {
          const earlier = await earlierTurns(deps, question)
          const giveBack = await takeChat(deps, asker, message.length + charactersOf(earlier))
          const asked = { ...question, earlier, giveBack }
          if (request.headers.accept?.includes('text/event-stream'))
            return await stream(deps, asked, left.signal, reply)
          return { response: (await answerInTime(deps, asked, { signal: left.signal })).text }
        } finally {
          release()
        }
      } catch (error) {
        throw problemOf(error)
      }
    },
  )

/** A question that is counted, until it turns out that it fails by a fault of ours. */
type Asked = Question & { earlier: Turn[]; giveBack: () => Promise<void> }

/** Pieces as unnamed events `{text}`; at the end `done` with the whole, or `error`. */
async function stream(deps: Deps, question: Asked, signal: AbortSignal, reply: FastifyReply): Promise<FastifyReply> {
  // An EventSource sends no POST, so there is nothing that would resume it.
  const events = openServerSentEvents(reply, { resumable: false })
  try {
    const { text } = await answerInTime(deps, question, { signal, onText: (piece) => events.send({ text: piece }) })
    events.send({ response: text }, { event: 'done' })
    events.end()
  } catch (error) {
    events.fail(problemOf(error))
  }
  return reply
}

/**
 * A single request to the model, without a retry, as its circuit breaker allows.
 * @throws VendorError `chat_timeout` after `limitMs`
 */
async function answerInTime(
  deps: Deps,
  question: Asked,
  { signal, onText }: Parameters<typeof answer>[3],
): Promise<Reply> {
  const limit = AbortSignal.timeout(deps.limitMs)
  const answering = deps.breaker.run(async () => {
    try {
      const either = AbortSignal.any([signal, limit])
      return await answer(deps, question, question.earlier, { signal: either, ...(onText && { onText }) })
    } catch (error) {
      throw limit.aborted && !signal.aborted ? tooLate(error) : error
    }
  })
  return answering.catch(async (error) => {
    if (!signal.aborted && !isOfQuestion(error)) await question.giveBack()
    throw error
  })
}

const isOfQuestion = (error: unknown) => error instanceof VendorError && faultsOfQuestion.has(error.code)
