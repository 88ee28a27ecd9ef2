// @vitest-environment jsdom
import type { JobView } from '@utter/contracts/http/job-views'
import { expect, test } from 'vitest'
import { durationOf } from '../src/features/job-panel/duration.ts'
import { stagesOf } from '../src/features/job-panel/stages.ts'
import { completed, failed, jobView, running, start, whole } from './job-views.ts'

const inSeconds = (job: JobView, now = 0) =>
  stagesOf(job, start + now * 1_000).map(({ name, state, segments }) => [
    name,
    state,
    segments.map(({ kind, fromMs, toMs }) => `${kind} ${fromMs / 1_000}–${toMs / 1_000}`).join(', '),
  ])

test('the stages of a completed job lie on one scale of time', () => {
  expect(inSeconds(completed)).toEqual([
    ['Waiting', 'done', 'work 0–0.3'],
    ['Chat', 'done', 'work 0.3–1.2'],
    ['Speech', 'done', 'work 1.3–3.6'],
    ['Storing', 'done', 'work 3.6–4'],
    ['Delivery', 'done', ''],
  ])
})

test('a running stage lasts until now, and those after it are to come', () => {
  expect(inSeconds(running, 2)).toEqual([
    ['Waiting', 'done', 'work 0–0.3'],
    ['Chat', 'running', 'work 0.3–2'],
    ['Speech', 'to come', ''],
    ['Storing', 'to come', ''],
    ['Delivery', 'to come', ''],
  ])
})

test('a clock that runs behind the server gives no negative time', () => {
  expect(inSeconds(running, -60)[1]).toEqual(['Chat', 'running', 'work 0.3–0.3'])
})

test('a try that failed, the pause after it and the next try are apart', () => {
  const job = jobView([...whole.slice(0, 5), ['step-postponed', 2], ['speech-started', 4], ['completed', 5, 100]], {
    status: 'completed',
  })
  expect(inSeconds(job)[2]).toEqual(['Speech', 'done', 'failed 1.3–2, pause 2–4, work 4–5'])
})

test('the stage in which a job failed is named, and what would have come is to come', () => {
  expect(inSeconds(failed).slice(2)).toEqual([
    ['Speech', 'failed', 'failed 1.3–2'],
    ['Storing', 'to come', ''],
    ['Delivery', 'to come', ''],
  ])
})

test('a job that was cancelled while it waited ended there', () => {
  const job = jobView(
    [
      ['submitted', 0],
      ['failed', 2],
    ],
    { status: 'failed', code: 'cancelled' },
  )
  expect(inSeconds(job)[0]).toEqual(['Waiting', 'failed', 'failed 0–2'])
})

test('a text that is spoken as it is has no chat, one from the cache no stage at all', () => {
  const spoken = jobView(
    [
      ['submitted', 0],
      ['speech-started', 1, 50],
      ['completed', 2, 100],
    ],
    { status: 'completed' },
  )
  expect(inSeconds(spoken)[1]).toEqual(['Chat', 'skipped', ''])
  const cached = jobView(
    [
      ['submitted', 0],
      ['completed', 0, 100],
    ],
    { status: 'completed', cached: true },
  )
  expect(inSeconds(cached).map(([, state]) => state)).toEqual(['done', 'skipped', 'skipped', 'skipped', 'done'])
})

test.each([
  [400, '0.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [745_000, '12 min 25 s'],
])('%i ms read %s', (ms, words) => {
  expect(durationOf(ms)).toBe(words)
})
