import { defaultSessionId } from '@utter/contracts/jobs'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { systemClock as clock } from '@utter/runtime/clock'
import { createLog } from '@utter/telemetry/log'
import { createBreaker } from '@utter/worker/breaker'
import { expect, test } from 'vitest'
import { chatRequested } from '../../src/consumes/chat-requested.ts'
import type { WorkDeps } from '../../src/deps.ts'
import type { ChatProvider } from '../../src/domain/chat-model.ts'

test.each(['es', undefined])('a reply in the language %s is asked of the model', async (language) => {
  const asked: Parameters<ChatProvider['reply']>[0][] = []
  const reply: ChatProvider['reply'] = async (request) => {
    asked.push(request)
    return { text: 'Hola.', tokens: 2 }
  }
  const worker = chatRequested({
    chat: { name: 'openai', model: 'm', reply, close: async () => {} },
    breaker: createBreaker('chat', createLog('chat', 'silent')),
    limitMs: 5_000,
    clock,
  } as WorkDeps)
  const request = { jobId: 'j', attempt: 1, sessionId: defaultSessionId, text: 'Hello?', ...(language && { language }) }
  const context = { signal: new AbortController().signal, about: { userId: 'u' } } as Parameters<
    typeof worker.execute
  >[1]
  await worker.execute(request, context)
  expect(asked).toEqual([{ turns: [{ role: 'user', content: 'Hello?' }], language }])
})

test.each([
  [true, [['j', 1, 'Hola.']]],
  [undefined, []],
])('whether the job has stream (%s) says whether its reply is told while it is written', async (stream, expected) => {
  const told: unknown[] = []
  const reply: ChatProvider['reply'] = async (_request, { onText }) => {
    onText?.('Hola.')
    return { text: 'Hola.', tokens: 2 }
  }
  const worker = chatRequested({
    chat: { name: 'openai', model: 'm', reply, close: async () => {} },
    breaker: createBreaker('chat', createLog('chat', 'silent')),
    limitMs: 5_000,
    clock,
    publish: async (events) => {
      for (const { data } of events as OutgoingEvent<{ jobId: string; attempt: number; text: string }>[])
        told.push([data.jobId, data.attempt, data.text])
    },
  } as Partial<WorkDeps> as WorkDeps)
  const request = { jobId: 'j', attempt: 1, sessionId: defaultSessionId, text: 'Hello?', ...(stream && { stream }) }
  const context = { signal: new AbortController().signal, about: { userId: 'u' } } as Parameters<
    typeof worker.execute
  >[1]
  await worker.execute(request, context)
  expect(told).toEqual(expected)
})
