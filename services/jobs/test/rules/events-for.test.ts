import { describe, expect, test } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { eventsFor } from '../../src/publishes/events-for.ts'
import { aJob } from '../support/a-job.ts'

describe('the events of a job', () => {
  const active = { queue: 'active', attempt: 1, startedAttempt: 0 } as const
  test.each<[string, Partial<Job>, string[]]>([
    ['waiting', { queue: 'waiting' }, ['job-progressed']],
    ['active', active, ['chat-requested', 'job-progressed']],
    ['with its chat started', { ...active, startedAttempt: 1, rank: 1, status: 'processing' }, ['job-progressed']],
    ['with its reply written', { ...active, rank: 2, status: 'processing' }, ['speech-requested', 'job-progressed']],
    ['requested again', { ...active, rank: 3, startedAttempt: 1, attempt: 2 }, ['speech-requested', 'job-progressed']],
    ['completed', { status: 'completed', queue: 'none', rank: 5 }, ['job-finished']],
    ['failed', { status: 'failed', queue: 'none' }, ['job-finished']],
    ['cancelled', { status: 'failed', queue: 'none', code: 'cancelled' }, ['job-finished', 'job-cancelled']],
  ])('%s', (_name, more, types) => {
    const events = eventsFor(aJob(more))
    expect(events.map(({ event }) => event.type)).toEqual(types)
    for (const { event, data } of events) expect(event.data.safeParse(data).error).toBeUndefined()
  })
  test('the model is told the voice of a reply that is spoken while it is written', () => {
    const dataOf = (more: Partial<Job>) => eventsFor(aJob({ ...active, textNormalization: 'off', ...more }))[0]?.data
    const { voiceId, ttsSettings } = aJob({})
    expect(dataOf({ ahead: true })).toMatchObject({ ahead: { voiceId, ttsSettings, textNormalization: 'off' } })
    expect(dataOf({})).not.toHaveProperty('ahead')
  })
  test('all of them belong to the trace of its submission', () => {
    const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)]
    for (const event of eventsFor(aJob({ ...active, traceId, spanId })))
      expect(event).toMatchObject({ traceId, spanId })
    // A job of a version that stored no span.
    expect(eventsFor(aJob({ ...active, traceId })).map((event) => event.traceId)).toEqual([traceId, traceId])
    expect(eventsFor(aJob(active)).every((event) => !('traceId' in event))).toBe(true)
  })
  test('before it is accepted, and once it is deleted: nothing', () => {
    for (const status of ['submitting', 'deleted'] as const) expect(eventsFor({ ...aJob(), status })).toEqual([])
  })
  test('the end of a job names its month, and the segment that is not the first', () => {
    const [period, month] = [new Date('2026-03-20T12:00:00Z'), new Date('2026-03-15T09:00:00Z')]
    const timesOf = (call: Job['call']) => {
      const { data } = eventsFor(aJob({ status: 'completed', queue: 'none', ...(call && { call }) }))[0] ?? {}
      return data as { period?: string; segment?: string }
    }
    expect(timesOf({ period, month, owed: true })).toMatchObject({
      ...{ period: month.toISOString(), segment: period.toISOString() },
    })
    expect(timesOf({ period: month, owed: true })).not.toHaveProperty('segment')
    expect(timesOf({ period: month, owed: true })).toMatchObject({ period: month.toISOString() })
  })
  test('its end, which is kept for 30 days, has nothing that customers write into their ids, and the version before reads it', () => {
    const named = aJob({ status: 'completed', requestId: 'order of Ada', sessionId: 'talk with Ada' })
    const data = eventsFor(named)[0]?.data
    expect(JSON.stringify(data)).not.toContain('Ada')
    expect(data).toMatchObject({ requestId: '', sessionId: '' })
  })
  test('its end names the voice that has spoken, its provider, and who spoke in the place of voices of its marks', () => {
    const speech = { provider: 'piper', model: 'joe-1', voice: 'joe' }
    const endOf = (work: Job['work'] = { speech }) => eventsFor(aJob({ status: 'completed', work }))[0]?.data
    expect(endOf()).toMatchObject({ voiceUsed: 'joe', provider: 'piper' })
    expect(endOf()).not.toHaveProperty('voicesInstead')
    const instead = [{ voiceId: 'rachel', voice: 'kate', provider: 'pico' }]
    expect(endOf({ speech: { ...speech, instead } })).toMatchObject({
      voicesInstead: [{ voiceId: 'rachel', voiceUsed: 'kate', provider: 'pico' }],
    })
  })
  test('the lane of the job is the lane of its request', () => {
    expect(eventsFor(aJob({ ...active, lane: 'bulk' }))[0]?.lane).toBe('bulk')
  })
  test('its requests name the language, the normalization and the fallback that it was submitted with, and none else', () => {
    const dataOf = (more: Partial<Job>) => eventsFor(aJob({ ...active, ...more }))[0]?.data
    expect(dataOf({ language: 'es', textNormalization: 'off' })).toMatchObject({ language: 'es' })
    expect(dataOf({ rank: 2, language: 'es', textNormalization: 'off', fallback: 'any' })).toMatchObject({
      language: 'es',
      textNormalization: 'off',
      fallback: 'any',
    })
    for (const plain of [dataOf({}), dataOf({ rank: 2 })])
      for (const field of ['language', 'fallback']) expect(plain).not.toHaveProperty(field)
  })
  test('speech is asked to check the words of a job that was submitted so', () => {
    expect(eventsFor(aJob({ ...active, rank: 2, check: 'words' }))[0]?.data).toMatchObject({ check: 'words' })
    expect(eventsFor(aJob({ ...active, rank: 2 }))[0]?.data).not.toHaveProperty('check')
  })
  test('speech is requested for the reply, or the text itself where there is none', () => {
    const textOf = (job: ReturnType<typeof aJob>) =>
      eventsFor(job).map(({ data }) => (data as { text?: string }).text)[0]
    expect(textOf(aJob({ ...active, rank: 2, aiResponse: 'Well' }))).toBe('Well')
    expect(textOf(aJob({ ...active }, 'tts'))).toBe('Hi')
  })
})
