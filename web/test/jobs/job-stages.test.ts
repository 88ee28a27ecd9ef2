import type { JobView } from '@utter/contracts/http/jobs/job-views'
import type { DeliveryStatus } from '@utter/contracts/http/webhooks'
import { expect, test } from 'vitest'
import { durationOf } from '../../src/features/job-panel/stages/duration.ts'
import { stagesOf } from '../../src/features/job-panel/stages/stages.ts'
import { completed, failed, jobView, running, start, traced, whole } from '../support/job-views.ts'

const inSeconds = (job: JobView, now = 0, delivery?: DeliveryStatus) =>
  stagesOf(job, start + now * 1_000, delivery).map(({ name, state, segments }) => [
    name,
    state,
    segments.map(({ kind, fromMs, toMs }) => `${kind} ${fromMs / 1_000}–${toMs / 1_000}`).join(', '),
  ])
const notesOf = (job: JobView) => stagesOf(job, start).map(({ note }) => note)

test('the stages of a completed job lie on one scale of time; without a webhook nothing is delivered', () => {
  expect(inSeconds(completed)).toEqual([
    ['waiting', 'done', 'work 0–0.3'],
    ['chat', 'done', 'work 0.3–1.2'],
    ['speech', 'done', 'work 1.3–3.5'],
    ['storing', 'done', 'work 3.5–4'],
    ['delivery', 'skipped', ''],
  ])
})

test('each has how much work it was and who did it; tries are named where there was more than one', () => {
  expect(notesOf(completed)).toEqual([
    undefined,
    '42 tokens · openai gpt-4o-mini',
    '24 s of audio · 260 characters · 3 recordings · piper joe-1',
    undefined,
    undefined,
  ])
  const [waited, wrote] = completed.trace
  const trace = [waited!, { ...wrote!, tokens: 1, tries: 3 }, traced('speech', 1.3, 4)]
  expect(notesOf({ ...completed, durationMs: undefined, trace }).slice(1, 3)).toEqual([
    '1 token · openai gpt-4o-mini · 3 tries',
    undefined,
  ])
})

test('a running stage lasts until now, and those after it are to come', () => {
  expect(inSeconds(running, 2)).toEqual([
    ['waiting', 'done', 'work 0–0.3'],
    ['chat', 'running', 'work 0.3–2'],
    ['speech', 'to come', ''],
    ['storing', 'to come', ''],
    ['delivery', 'to come', ''],
  ])
})

test('a clock that runs behind the server gives no negative time', () => {
  expect(inSeconds(running, -60)[1]).toEqual(['chat', 'running', 'work 0.3–0.3'])
})

const spoken = (status: JobView['status'], to?: number) =>
  jobView([...whole.slice(0, 7), ...(to === undefined ? [] : [['failed', to] as [string, number]])], {
    status,
    trace: [...completed.trace.slice(0, 2), traced('speech', 1.3, to)],
  })

test('a text that is spoken is being stored, which the trace has only at the end', () => {
  expect(inSeconds(spoken('processing'), 5).slice(2, 4)).toEqual([
    ['speech', 'done', 'work 1.3–3.6'],
    ['storing', 'running', 'work 3.6–5'],
  ])
  expect(inSeconds(spoken('failed', 6)).slice(2, 4)).toEqual([
    ['speech', 'done', 'work 1.3–3.6'],
    ['storing', 'failed', 'failed 3.6–6'],
  ])
})

test('a try that failed, the pause after it and the next try are apart', () => {
  const steps: typeof whole = [
    ...whole.slice(0, 5),
    ['step-postponed', 2],
    ['speech-started', 4],
    ['completed', 5, 100],
  ]
  const trace = [...completed.trace.slice(0, 2), traced('speech', 1.3, 5, { tries: 2 })]
  const job = jobView(steps, { status: 'completed', trace })
  expect(inSeconds(job)[2]).toEqual(['speech', 'done', 'failed 1.3–2, pause 2–4, work 4–5'])
  // Storing took no time that is known.
  expect(inSeconds(job)[3]).toEqual(['storing', 'done', ''])
})

test('a worker that died left a try that ended with the next start', () => {
  const trace = [traced('waiting', 0, 1), traced('speech', 1, undefined, { tries: 2 })]
  const job = jobView(
    [
      ['submitted', 0],
      ['speech-started', 1, 50],
      ['speech-started', 3, 50],
    ],
    { status: 'processing', trace },
  )
  expect(inSeconds(job, 4).slice(1, 3)).toEqual([
    ['chat', 'skipped', ''],
    ['speech', 'running', 'failed 1–3, work 3–4'],
  ])
})

test('a postponed stage pauses until its next try', () => {
  const trace = [traced('waiting', 0, 1), traced('speech', 1)]
  const job = jobView(
    [
      ['submitted', 0],
      ['speech-started', 1, 50],
      ['step-postponed', 2, 50],
    ],
    { status: 'processing', trace },
  )
  expect(inSeconds(job, 4)[2]).toEqual(['speech', 'running', 'failed 1–2, pause 2–4'])
})

test('the stage in which a job failed is named, and what would have come is to come', () => {
  expect(inSeconds(failed).slice(2)).toEqual([
    ['speech', 'failed', 'failed 1.3–2'],
    ['storing', 'to come', ''],
    ['delivery', 'to come', ''],
  ])
})

test('a job that was cancelled while it waited ended there, and one between two stages in neither', () => {
  const cancelled = { status: 'failed', code: 'cancelled' } as const
  const waited = jobView(
    [
      ['submitted', 0],
      ['failed', 2],
    ],
    { ...cancelled, trace: [traced('waiting', 0, 2)] },
  )
  expect(inSeconds(waited)[0]).toEqual(['waiting', 'failed', 'failed 0–2'])
  const between = jobView([...whole.slice(0, 4), ['failed', 2]], { ...cancelled, trace: completed.trace.slice(0, 2) })
  expect(inSeconds(between).map(([, state]) => state)).toEqual(['done', 'done', 'to come', 'to come', 'to come'])
})

test('a text that is spoken as it is has no chat, one from the cache no stage at all', () => {
  const trace = [traced('waiting', 0, 1), traced('speech', 1, 2)]
  const steps: typeof whole = [
    ['submitted', 0],
    ['speech-started', 1, 50],
    ['completed', 2, 100],
  ]
  expect(inSeconds(jobView(steps, { status: 'completed', trace }))[1]).toEqual(['chat', 'skipped', ''])
  const cached = jobView(
    [
      ['submitted', 0],
      ['completed', 0, 100],
    ],
    { status: 'completed', cached: true },
  )
  expect(inSeconds(cached).map(([, state]) => state)).toEqual(['skipped', 'skipped', 'skipped', 'skipped', 'skipped'])
})

test('a replica of the version before sends no trace: what is known then is that the job is completed', () => {
  const states = inSeconds(jobView(whole, { status: 'completed' })).map(([, state]) => state)
  expect(states).toEqual(['done', 'skipped', 'done', 'done', 'skipped'])
})

test('a webhook that arrived at once lies on the same scale; of one that took several tries only the words stand', () => {
  const delivered = { ...completed, webhookAttempts: 1, webhookDelivered: true }
  const once = { ...delivered, trace: [...completed.trace, traced('delivery', 4.1, 4.2)] }
  expect(inSeconds(once)[4]).toEqual(['delivery', 'done', 'work 4.1–4.2'])
  expect(notesOf(once)[4]).toBe('Delivered to the webhook')
  const late = { ...delivered, trace: [...completed.trace, traced('delivery', 4.1, 3_604, { tries: 4 })] }
  expect(stagesOf(late, start)[4]).toEqual({
    name: 'delivery',
    state: 'done',
    segments: [],
    ms: 3_599_900,
    note: 'Delivered to the webhook · 4 tries',
  })
})

test.each<[DeliveryStatus | undefined, string]>([
  ['pending', 'running'],
  ['failed', 'failed'],
  ['stopped', 'failed'],
  [undefined, 'to come'],
])('of a webhook that has not arrived the delivery is asked: %s', (status, state) => {
  const job = {
    ...completed,
    webhookAttempts: 2,
    trace: [...completed.trace, traced('delivery', 4.1, undefined, { tries: 2 })],
  }
  expect(inSeconds(job, 9, status)[4]).toEqual(['delivery', state, ''])
  expect(notesOf(job)[4]).toBe('2 tries')
})

test.each([
  [400, '0.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [745_000, '12 min 25 s'],
])('%i ms read %s', (ms, words) => {
  expect(durationOf(ms)).toBe(words)
})
