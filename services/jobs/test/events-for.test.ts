import { describe, expect, test } from 'vitest'
import type { Job } from '../src/domain/job.ts'
import { eventsFor } from '../src/publishes/events-for.ts'
import { aJob } from './support/a-job.ts'

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
  ])('%s', (_name, more, types) => {
    const events = eventsFor(aJob(more))
    expect(events.map(({ event }) => event.type)).toEqual(types)
    for (const { event, data } of events) expect(event.data.safeParse(data).error).toBeUndefined()
  })
  test('before it is accepted: nothing', () => {
    expect(eventsFor({ ...aJob(), status: 'submitting' })).toEqual([])
  })
  test('the lane of the job is the lane of its request', () => {
    expect(eventsFor(aJob({ ...active, lane: 'bulk' }))[0]?.lane).toBe('bulk')
  })
  test('speech is requested for the reply, or the text itself where there is none', () => {
    const textOf = (job: ReturnType<typeof aJob>) =>
      eventsFor(job).map(({ data }) => (data as { text?: string }).text)[0]
    expect(textOf(aJob({ ...active, rank: 2, aiResponse: 'Well' }))).toBe('Well')
    expect(textOf(aJob({ ...active }, 'tts'))).toBe('Hi')
  })
})
