import { randomUUID } from 'node:crypto'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { audio, signedUpAt } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const jobs = await closedAfterAll(openJobs('get-usage-report'))

const start = new Date('2026-03-20T12:00:00Z')
const someone = (userId: string) => callers.account(newIdentity({ userId, signedUpAt: signedUpAt.toISOString() }))
const ask = (token: string | undefined, query = '') => jobs.request('GET', `/api/usage/report${query}`, token)
const reportOf = async (userId: string, query = '') => UsageReport.parse((await ask(someone(userId), query)).body)
async function submitted(userId: string, more: { keyId?: string; voiceId?: string } = {}) {
  const { keyId, voiceId = 'joe' } = more
  const draft = { ...jobs.draft(userId, { voiceId }), ...(keyId && { keyId }) }
  return (await submit(jobs.deps, draft, { signedUpAt })).job._id
}
async function completed(userId: string, more: { keyId?: string; voiceId?: string } = {}) {
  const id = await submitted(userId, more)
  jobs.passMs(2_000)
  await complete(jobs, userId, id)
  return id
}

describe('200', () => {
  test('the days of the present period, how their jobs ended, and how long those took that were spoken', async () => {
    jobs.goTo(start)
    const [userId, keyId] = [await jobs.account('free'), randomUUID()]
    await completed(userId)
    await completed(userId, { keyId, voiceId: 'slt' })
    await cancel(jobs.deps, userId, await submitted(userId, { keyId }))
    const report = await reportOf(userId)
    expect(report).toMatchObject({ from: '2026-03-15', to: '2026-03-20', endsFrom: null })
    const took = { jobs: 2, p50Ms: 1_961, p95Ms: 1_961 }
    const figures = { calls: 2, completed: 2, failed: 0, cancelled: 1, cached: 0, toEnd: took, toSound: null }
    expect(report.totals).toMatchObject({ ...figures, overageCalls: 0, overageCost: '0.00' })
    expect(report.days).toHaveLength(6)
    expect(report.days.at(-1)).toMatchObject({ day: '2026-03-20', ...figures })
    expect(report.voices).toMatchObject([
      { voiceId: 'joe', calls: 1, cancelled: 1 },
      { voiceId: 'slt', calls: 1, cancelled: 0 },
    ])
    expect(report.keys).toMatchObject([
      { keyId: null, calls: 1, cancelled: 0 },
      { keyId, calls: 1, cancelled: 1 },
    ])
  })

  test('a day is told the same once it is summed, and its jobs are deleted', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('free')
    const id = await completed(userId)
    await cancel(jobs.deps, userId, await submitted(userId))
    const before = await reportOf(userId, '?from=2026-03-20&to=2026-03-20')
    await jobs.request('DELETE', `/api/jobs/${id}`, someone(userId))
    expect(await reportOf(userId, '?from=2026-03-20&to=2026-03-20')).toEqual(before)
    jobs.goTo(new Date('2026-03-22T12:00:00Z'))
    await jobs.sweep(userId)
    expect((await jobs.allowance(userId)).sums).toBe(1)
    expect(await reportOf(userId, '?from=2026-03-20&to=2026-03-20')).toEqual(before)
  })

  test('reports of an end that are doubled, late or of another end change nothing', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('free')
    const jobId = await completed(userId)
    const before = await reportOf(userId)
    const { attempt } = await jobs.read(userId, jobId)
    jobs.passMs(60_000)
    await jobs.handle(AudioStored, userId, { jobId, attempt, audio })
    await jobs.handle(SpeechProgressed, userId, { jobId, attempt, done: 0.9, isAudible: true })
    await jobs.handle(StepFailed, userId, {
      jobId,
      attempt,
      stage: 'speech',
      code: 'vendor_failed',
      error: 'It failed',
    })
    await jobs.sweep(userId)
    expect(await reportOf(userId)).toEqual(before)
    expect(before.totals).toMatchObject({ calls: 1, completed: 1, failed: 0 })
  })

  test('the first sound of jobs that are heard as they are spoken', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('free')
    const jobId = await submitted(userId)
    const { attempt } = await jobs.read(userId, jobId)
    await jobs.handle(SpeechStarted, userId, { jobId, attempt })
    jobs.passMs(400)
    await jobs.handle(SpeechProgressed, userId, { jobId, attempt, done: 0, isAudible: true })
    jobs.passMs(1_600)
    await jobs.handle(AudioStored, userId, { jobId, attempt, audio })
    const { toEnd, toSound } = (await reportOf(userId)).totals
    // Each within 4.4 % of 2,000 and 400 ms.
    expect([toEnd, toSound]).toEqual([
      { jobs: 1, p50Ms: 1_961, p95Ms: 1_961 },
      { jobs: 1, p50Ms: 412, p95Ms: 412 },
    ])
  })

  test('a day that a version before has summed has its calls, and the answer tells it', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('free')
    await completed(userId)
    jobs.goTo(new Date('2026-03-22T12:00:00Z'))
    await jobs.sweep(userId)
    const day = { userId, day: new Date('2026-03-20T00:00:00Z') }
    const later = { segments: 1, times: 1, soundTimes: 1, 'rows.$[].ends': 1 }
    await jobs.mongo.connection.collection('usage').updateOne(day, { $unset: later })
    const { endsFrom, totals } = await reportOf(userId, '?from=2026-03-20')
    expect([endsFrom, totals.calls, totals.completed, totals.toEnd]).toEqual(['2026-03-21', 1, 1, null])
  })

  test('what of the days was overage, also where the range has not all of the period', async () => {
    jobs.goTo(start)
    // A single call is left before the overage.
    const userId = await jobs.account('starter', 976)
    await completed(userId)
    await completed(userId)
    jobs.goTo(new Date('2026-03-21T12:00:00Z'))
    await completed(userId)
    const { days, totals } = await reportOf(userId, '?from=2026-03-19')
    expect(days.map(({ day, overageCalls, overageCost }) => [day, overageCalls, overageCost])).toEqual([
      ['2026-03-19', 0, '0.00'],
      ['2026-03-20', 1, '0.04'],
      ['2026-03-21', 1, '0.04'],
    ])
    expect(totals).toMatchObject({ calls: 3, overageCalls: 2, overageCost: '0.08' })
    expect((await reportOf(userId, '?from=2026-03-21')).totals).toMatchObject({ overageCalls: 1, overageCost: '0.04' })
  })

  test('the overage of an earlier plan keeps its price', async () => {
    jobs.goTo(start)
    const userId = await jobs.account('starter', 975)
    await completed(userId)
    const month = { start: '2026-03-15T09:00:00.000Z', end: '2026-04-15T09:00:00.000Z' }
    await states(jobs).billing(userId, 1, { tier: 'pro', ...month, segment: jobs.now().toISOString() })
    await completed(userId)
    expect((await reportOf(userId)).totals).toMatchObject({ calls: 2, overageCalls: 1, overageCost: '0.04' })
  })

  test('an account of which nothing is known has its days, and gets no allowance', async () => {
    jobs.goTo(start)
    const userId = randomUUID()
    const { totals, voices, keys, days } = await reportOf(userId)
    expect([totals.calls, totals.toEnd, voices, keys, days.length]).toEqual([0, null, [], [], 6])
    expect(await jobs.deps.allowances.read(userId)).toBeNull()
  })

  test.each([
    ['', 'usage-by-day-2026-03-19-2026-03-20.csv', /^day,calls,.*\r\n2026-03-19,0,.*\r\n2026-03-20,1,/],
    ['&by=voice', 'usage-by-voice-2026-03-19-2026-03-20.csv', /^voice,calls,.*\r\njoe,1,1,0,0,0\r\n$/],
  ])('as CSV%s', async (by, name, expected) => {
    jobs.goTo(start)
    const userId = await jobs.account('free')
    await completed(userId)
    const answer = await jobs.text('GET', `/api/usage/report?from=2026-03-19&format=csv${by}`, someone(userId))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    expect(answer.body).toMatch(expected)
  })

  test('by an API key with the scope', async () => {
    expect((await ask(callers.key(['usage:read']))).status).toBe(200)
  })
})

test.each([
  ['?from=yesterday', 'from', 'from must be a day such as 2026-03-20'],
  ['?from=2026-03-02&to=2026-03-01', 'from', 'from must not be after to'],
  ['?from=2026-01-01&to=2026-04-03', 'to', 'from and to must span at most 92 days'],
  ['?format=xml', 'format', 'format must be json or csv'],
  ['?by=hour', 'by', 'by must be day, key, voice or outcome'],
])('400: %s', async (query, field, sentence) => {
  jobs.goTo(start)
  expect(await ask(someone(randomUUID()), query)).toMatchObject(invalid(field, sentence))
})
