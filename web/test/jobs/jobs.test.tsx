import { expect, test } from 'vitest'
import { applyEvent, applyToRows, keepNewerRows } from '../../src/features/jobs/live/apply-event.ts'
import { trend } from '../../src/features/jobs/trend.ts'
import { timeAgo } from '../../src/lib/format/times.ts'
import { aJob } from '../answers/jobs.ts'

test('an event moves its row and no other', () => {
  const rows = [aJob({ id: 'a' }), aJob({ id: 'b' })]
  const applied = applyToRows(rows, 'b', { status: 'processing', progress: 10 }, 2)
  expect(applied?.[0]).toBe(rows[0])
  expect(applied?.[1]).toMatchObject({ id: 'b', status: 'processing', progress: 10, version: 2 })
})

test('an event of an unknown job asks for the list', () => {
  expect(applyToRows([aJob()], 'elsewhere', { status: 'pending', progress: 0 }, 1)).toBeUndefined()
})

test('a late or doubled event changes nothing', () => {
  const rows = [aJob({ id: 'a', status: 'processing', progress: 50, version: 4 })]
  expect(applyToRows(rows, 'a', { status: 'processing', progress: 10 }, 3)).toBe(rows)
  expect(applyToRows(rows, 'a', { status: 'processing', progress: 50 }, 4)).toBe(rows)
})

test('progress never runs backwards, and a final job stays', () => {
  const job = aJob({ status: 'processing', progress: 50, version: 4 })
  expect(applyEvent(job, { status: 'processing', progress: 40 }, 5).progress).toBe(50)
  const done = aJob({ status: 'completed', progress: 100, version: 5 })
  expect(applyEvent(done, { status: 'processing', progress: 90 }, 6)).toBe(done)
})

test('a final event brings its audio or its error', () => {
  const job = aJob({ status: 'processing', progress: 90, version: 6 })
  expect(applyEvent(job, { status: 'completed', progress: 100, audioUrl: '/audio/1.mp3' }, 7).audioUrl).toBe(
    '/audio/1.mp3',
  )
  expect(applyEvent(job, { status: 'failed', progress: 90, error: 'Invalid voice ID' }, 7).error).toBe(
    'Invalid voice ID',
  )
})

test('a read that the stream has overtaken does not bring the past back', () => {
  const streamed = aJob({ id: 'a', progress: 90, version: 6 })
  const [a, b] = keepNewerRows([streamed], [aJob({ id: 'a', progress: 50, version: 4 }), aJob({ id: 'b' })])
  expect(a).toBe(streamed)
  expect(b?.id).toBe('b')
})

test.each([
  [112, 100, '+12% from last hour'],
  [97, 100, '−3% from last hour'],
  [5, 5, '0% from last hour'],
  [0, 100, '0 in the last hour'],
  [1_200, 0, '1,200 in the last hour'],
])('%i after %i reads %s', (now, before, words) => {
  expect(trend(now, before)).toBe(words)
})

test.each([
  [-3, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [250, '4 minutes ago'],
  [3_600, '1 hour ago'],
  [200_000, '2 days ago'],
])('%i s ago reads %s', (seconds, words) => {
  const now = Date.parse('2026-01-01T12:00:00.000Z')
  expect(timeAgo(new Date(now - seconds * 1_000).toISOString(), now)).toBe(words)
})
