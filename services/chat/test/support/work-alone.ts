import { randomUUID } from 'node:crypto'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { systemClock as clock } from '@utter/runtime/clock'
import { createLog } from '@utter/telemetry/log'
import { slotAlone } from '@utter/testing/alone'
import { requestedStep } from '@utter/testing/requested-step'
import { createBreaker } from '@utter/worker/breaker'
import { runStep } from '@utter/worker/run-step'
import { reportOf } from '@utter/worker/worker'
import { expect } from 'vitest'
import { chatRequested } from '../../src/consumes/chat-requested.ts'
import type { WorkDeps } from '../../src/deps.ts'
import type { ChatProvider } from '../../src/domain/chat-model.ts'

const log = createLog('chat', 'silent')

/** The deps of a worker of paying accounts, whose replies nobody hears or reads before they are whole. */
export const workDeps = (
  stores: Pick<WorkDeps, 'claims' | 'conversations'> & Partial<Pick<WorkDeps, 'deleted'>>,
  reply: ChatProvider['reply'],
): WorkDeps => ({
  deleted: { has: async () => false },
  ...stores,
  chat: { name: 'openai', model: 'm', reply, close: async () => {} },
  breaker: createBreaker('chat', log),
  limitMs: 60_000,
  counts: { take: async () => expect.unreachable('no account is on the free plan') },
  networks: { of: async () => expect.unreachable('no account is on the free plan') },
  freeCharacters: { perDay: 0, perNetwork: 0 },
  replies: { begin: () => expect.unreachable('no reply is heard while it is written') },
  publish: () => expect.unreachable('no reply is read while it is written'),
  clock,
})

/** Work on a request whose turn it is: its outcome, and all that is published. */
export async function workAlone(deps: WorkDeps, { userId, jobId = randomUUID() }: { userId: string; jobId?: string }) {
  const worker = chatRequested(deps)
  const published: OutgoingEvent[] = []
  const publish = async (events: OutgoingEvent[]) => void published.push(...events)
  const data = { jobId, attempt: 1, sessionId: 'talk', text: 'Hello?' }
  const owner = randomUUID()
  const taken = await worker.claims.take(requestedStep({ userId, jobId, stage: 'chat' }), owner)
  if (typeof taken === 'object') await publish(reportOf(worker, data, userId, taken.result))
  if (taken !== 'mine') return { outcome: 'finished', published }
  const outcome = await runStep({
    ...{ worker, data, owner, publish, clock, slot: slotAlone },
    about: { userId, version: 1, occurredAt: '2026-03-20T12:00:00.000Z' },
    signal: new AbortController().signal,
    log,
    random: () => 0.5,
    freeSlot: () => {},
  })
  return { outcome, published }
}
