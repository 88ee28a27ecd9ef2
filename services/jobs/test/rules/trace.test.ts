import { expect, test } from 'vitest'
import type { Job, TimelineStep } from '../../src/domain/job/job.ts'
import { traceOf } from '../../src/domain/job/trace.ts'

const at = (second: number) => new Date(Date.UTC(2026, 2, 20, 12, 0, second))
const instant = (second: number) => at(second).toISOString()
const entry = (second: number, step: string): TimelineStep => ({
  at: at(second),
  step,
  status: step === 'completed' || step === 'failed' ? step : 'processing',
  progress: 0,
})
const job = (timeline: [number, string][], more: Partial<Job> = {}) => ({
  timeline: timeline.map(([second, step]) => entry(second, step)),
  cached: false,
  webhookAttempts: 0,
  ...more,
})
const stage = (name: string, from: number, to: number | undefined, more: object = {}) => ({
  stage: name,
  startedAt: instant(from),
  ...(to !== undefined && { endedAt: instant(to), ms: (to - from) * 1_000 }),
  tries: 1,
  ...more,
})
const chat = { provider: 'openai', model: 'm', tokens: 7 }
const speech = {
  provider: 'piper',
  model: 'joe-1',
  voice: 'joe',
  characters: 40,
  recordings: 2,
  checked: 'words' as const,
  workMs: 900,
  storingAt: instant(8),
}
const { storingAt: _, ...spoke } = speech

const reply: [number, string][] = [
  [0, 'submitted'],
  [1, 'chat-started'],
  [3, 'reply-written'],
  [4, 'speech-started'],
  [6, 'speech-progressed'],
  [9, 'completed'],
]

test.each<[string, ReturnType<typeof job>, object[]]>([
  [
    'a reply that was written, spoken and stored',
    job(reply, { work: { chat, speech } }),
    [stage('waiting', 0, 1), stage('chat', 1, 3, chat), stage('speech', 4, 8, spoke), stage('storing', 8, 9)],
  ],
  ['one that waits', job([[0, 'submitted']]), [stage('waiting', 0, undefined)]],
  [
    'one that waited for concurrency, and then for a worker',
    job([
      [0, 'submitted'],
      [5, 'activated'],
      [7, 'speech-started'],
    ]),
    [stage('waiting', 0, 7), stage('speech', 7, undefined)],
  ],
  ['one whose reply is being written', job(reply.slice(0, 2)), [stage('waiting', 0, 1), stage('chat', 1, undefined)]],
  [
    'one whose reply waits to be spoken',
    job(reply.slice(0, 3), { work: { chat } }),
    [stage('waiting', 0, 1), stage('chat', 1, 3, chat)],
  ],
  [
    'one that was postponed, asked again and written at the second try',
    job([
      [0, 'submitted'],
      [1, 'chat-started'],
      [2, 'step-postponed'],
      [7, 'sent-again'],
      [8, 'chat-started'],
      [9, 'reply-written'],
    ]),
    [stage('waiting', 0, 1), stage('chat', 1, 9, { tries: 2 })],
  ],
  [
    'one that was cancelled while it waited',
    job([
      [0, 'submitted'],
      [4, 'failed'],
    ]),
    [stage('waiting', 0, 4)],
  ],
  [
    'one that failed while its reply was written',
    job([
      [0, 'submitted'],
      [1, 'chat-started'],
      [4, 'failed'],
    ]),
    [stage('waiting', 0, 1), stage('chat', 1, 4)],
  ],
  [
    'one that failed while it was spoken',
    job([
      [0, 'submitted'],
      [1, 'speech-started'],
      [4, 'failed'],
    ]),
    [stage('waiting', 0, 1), stage('speech', 1, 4)],
  ],
  [
    'one that was made by workers of before',
    job(reply, { work: { chat: { model: 'm', tokens: 7 }, speech: {} } }),
    [stage('waiting', 0, 1), stage('chat', 1, 3, { model: 'm', tokens: 7 }), stage('speech', 4, 9)],
  ],
  [
    'one whose starts were never reported',
    job([
      [0, 'submitted'],
      [3, 'reply-written'],
      [9, 'completed'],
    ]),
    [stage('waiting', 0, 3), stage('chat', 3, 3), stage('speech', 9, 9)],
  ],
  [
    'one whose speech has a clock that is ahead',
    job(reply, { work: { speech: { storingAt: instant(50) } } }),
    [stage('waiting', 0, 1), stage('chat', 1, 3), stage('speech', 4, 9), stage('storing', 9, 9)],
  ],
  [
    'one whose speech has a clock that is behind',
    job(reply, { work: { speech: { storingAt: instant(2) } } }),
    [stage('waiting', 0, 1), stage('chat', 1, 3), stage('speech', 4, 4), stage('storing', 4, 9)],
  ],
  ['one from the cache', job([[0, 'completed']], { cached: true }), []],
  [
    'one whose webhook is being delivered',
    job([[0, 'completed']], { cached: true, delivery: { startedAt: at(1) }, webhookAttempts: 3 }),
    [stage('delivery', 1, undefined, { tries: 3 })],
  ],
  [
    'one whose webhook was delivered',
    job([[0, 'completed']], { cached: true, delivery: { startedAt: at(1), endedAt: at(2) }, webhookAttempts: 1 }),
    [stage('delivery', 1, 2)],
  ],
])('the trace of %s', (_name, given, stages) => {
  expect(traceOf(given)).toEqual(stages)
})
