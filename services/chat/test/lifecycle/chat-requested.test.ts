import type { DataOf } from '@utter/contracts/event'
import type { ChatRequested } from '@utter/contracts/events/chat-requested'
import type { ReplyProgressed } from '@utter/contracts/events/reply-progressed'
import { defaultSessionId } from '@utter/contracts/jobs'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { createLog } from '@utter/telemetry/log'
import { createBreaker } from '@utter/worker/breaker'
import { expect, test } from 'vitest'
import { chatRequested } from '../../src/consumes/chat-requested.ts'
import type { WorkDeps } from '../../src/deps.ts'
import type { ChatProvider } from '../../src/domain/chat-model.ts'

/** Has a request answered. @returns what the model was asked, and what was told while it wrote */
async function answered(more: Partial<DataOf<typeof ChatRequested>>) {
  const asked: Parameters<ChatProvider['reply']>[0][] = []
  const told: DataOf<typeof ReplyProgressed>[] = []
  const worker = chatRequested({
    chat: {
      ...{ name: 'openai', model: 'm', close: async () => {} },
      async reply(request, { onText }) {
        asked.push(request)
        onText?.('Hola.')
        return { text: 'Hola.', tokens: 2 }
      },
    },
    breaker: createBreaker('chat', createLog('chat', 'silent')),
    limitMs: 60_000,
    publish: async (events) => {
      told.push(...(events as OutgoingEvent<DataOf<typeof ReplyProgressed>>[]).map(({ data }) => data))
    },
  } as Partial<WorkDeps> as WorkDeps)
  const context = { signal: new AbortController().signal, about: { userId: 'u' } }
  await worker.execute(
    { jobId: 'j', attempt: 1, sessionId: defaultSessionId, text: 'Hello?', ...more },
    context as Parameters<typeof worker.execute>[1],
  )
  return { asked, told }
}

test.each(['es', undefined])('a reply in the language %s is asked of the model', async (language) => {
  const { asked } = await answered({ ...(language && { language }) })
  expect(asked).toEqual([{ turns: [{ role: 'user', content: 'Hello?' }], language }])
})

test('the reply of a job with stream is told while it is written, and of no other', async () => {
  expect((await answered({ stream: true })).told).toEqual([{ jobId: 'j', attempt: 1, text: 'Hola.' }])
  expect((await answered({})).told).toEqual([])
})
