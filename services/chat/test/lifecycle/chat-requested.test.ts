import { defaultSessionId } from '@utter/contracts/jobs'
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
