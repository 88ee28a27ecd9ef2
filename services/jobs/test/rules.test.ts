import { randomUUID } from 'node:crypto'
import { TtsRequest } from '@utter/contracts/http/job-request'
import type { JobStatus } from '@utter/contracts/jobs'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { createAudioAddresses } from '@utter/storage/audio-address'
import {
  type AccountRecord,
  type AllowanceRecord,
  type JobRecord,
  violations,
  violationsAtRest,
} from '@utter/testing/invariants/job-invariants'
import { describe, expect, test } from 'vitest'
import { bucketsOver, callLimitOf, overageOf, recentTotals } from '../src/domain/allowance.ts'
import { stepMs } from '../src/domain/deadlines.ts'
import { isShown, type Job } from '../src/domain/job.ts'
import { newJob } from '../src/domain/new-job.ts'
import { answeredOf, rowOf, submittedOf, viewOf } from '../src/domain/views.ts'
import { eventsFor } from '../src/publishes/events-for.ts'

const now = new Date('2026-03-20T12:00:00Z')

describe('the month of an anchor', () => {
  test.each([
    ['2026-01-15T09:00', '2026-03-20T12:00', '2026-03-15T09:00', '2026-04-15T09:00'],
    ['2026-01-15T09:00', '2026-03-15T09:00', '2026-03-15T09:00', '2026-04-15T09:00'],
    ['2026-01-15T09:00', '2026-03-15T08:59', '2026-02-15T09:00', '2026-03-15T09:00'],
    ['2026-01-31T00:00', '2026-02-10T00:00', '2026-01-31T00:00', '2026-02-28T00:00'],
    ['2026-01-31T00:00', '2026-03-01T00:00', '2026-02-28T00:00', '2026-03-31T00:00'],
    ['2028-01-31T00:00', '2028-02-29T00:00', '2028-02-29T00:00', '2028-03-31T00:00'],
    ['2025-12-31T23:59', '2026-01-01T00:00', '2025-12-31T23:59', '2026-01-31T23:59'],
    ['2026-03-20T12:00', '2026-03-20T12:00', '2026-03-20T12:00', '2026-04-20T12:00'],
  ])('%s holds %s from %s to %s', (anchor, at, start, end) => {
    const date = (text: string) => new Date(`${text}:00Z`)
    expect(monthOf(date(anchor), date(at))).toEqual({ start: date(start), end: date(end) })
  })
  test('every moment lies in exactly one month, and they join without a gap', () => {
    const anchor = new Date('2026-01-31T10:30:00Z')
    let { end } = monthOf(anchor, anchor)
    for (let month = 0; month < 48; month++) {
      const next = monthOf(anchor, end)
      expect(next.start).toEqual(end)
      expect(monthOf(anchor, new Date(next.end.getTime() - 1))).toEqual(next)
      end = next.end
    }
  })
})

describe('a plan', () => {
  test.each<[TierName, number]>([
    ['free', 100],
    // The price again: 39 / 0.04, 79 / 0.03, 199 / 0.025.
    ['starter', 5_975],
    ['creator', 17_633],
    ['pro', 57_960],
    ['enterprise', 1e12],
  ])('%s allows %i calls', (tier, calls) => {
    expect(callLimitOf(planOf(standardPlans, tier))).toBe(calls)
  })
  test.each<[TierName, number, number, string]>([
    ['free', 100, 0, '0.00'],
    ['starter', 5_000, 0, '0.00'],
    ['starter', 5_001, 1, '0.04'],
    ['starter', 5_975, 975, '39.00'],
    ['creator', 15_001, 1, '0.03'],
    ['pro', 50_001, 1, '0.03'],
    ['pro', 50_002, 2, '0.05'],
    ['pro', 50_003, 3, '0.08'],
    ['enterprise', 1_000_000, 0, '0.00'],
  ])('%s with %i used has %i past its own, for $%s', (tier, used, calls, cost) => {
    expect(overageOf(planOf(standardPlans, tier), used)).toEqual({ calls, cost })
  })
})

test('what is older than the two hours that are shown is over', () => {
  const bucket = Math.floor(now.getTime() / 600_000)
  const recent = Object.fromEntries(
    [0, 11, 12, 13, 4_000].map((back) => [`b${bucket - back}`, { completed: 1, failed: 0 }]),
  )
  expect(bucketsOver(recent, now)).toEqual([`b${bucket - 13}`, `b${bucket - 4_000}`])
})

test('the totals of the last hour are those of its six buckets', () => {
  const bucket = Math.floor(now.getTime() / 600_000)
  const recent = Object.fromEntries(
    [0, 5, 6, 11, 12].map((back) => [`b${bucket - back}`, { completed: 1, failed: back }]),
  )
  expect(recentTotals(recent, now, 0)).toEqual({ completed: 2, failed: 5 })
  expect(recentTotals(recent, now, 6)).toEqual({ completed: 2, failed: 17 })
})

test.each([
  ['chat', 4_000, 60_000],
  ['speech', 999, 80_000],
  ['speech', 1_001, 100_000],
  ['speech', 10_000, 260_000],
] as const)('a worker of %s has time by the %i characters that it speaks', (stage, characters, ms) => {
  expect(stepMs(stage, 'x'.repeat(characters))).toBe(ms)
})

describe('two requests are the same', () => {
  const base = { userText: 'Hello', requestId: 'r', voiceId: 'v' }
  const hash = (more: Record<string, unknown>, kind: Job['kind'] = 'tts') =>
    newJob(kind, 'u', TtsRequest.parse({ ...base, ...more }), randomUUID(), now).bodyHash
  test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
    [
      'whatever the order of keys',
      { metadata: { a: 1, b: { c: 2, d: 3 } } },
      { metadata: { b: { d: 3, c: 2 }, a: 1 } },
      true,
    ],
    ['with a default sent or left out', { sessionId: 'default' }, {}, true],
    ['with a field that nobody reads', { colour: 'red' }, {}, true],
    ['unless the text differs', { userText: 'Hello!' }, {}, false],
    ['unless the voice differs', { voiceId: 'w' }, {}, false],
    ['unless a setting differs', { ttsSettings: { style: 0.3 } }, {}, false],
    ['unless a list has another order', { metadata: { a: [1, 2] } }, { metadata: { a: [2, 1] } }, false],
    ['unless the webhook differs', { webhookUrl: 'https://example.com/' }, {}, false],
  ])('%s', (_name, one, two, same) => {
    expect(hash(one) === hash(two)).toBe(same)
  })
  test('unless one is a reply and the other speech', () => expect(hash({}, 'reply')).not.toBe(hash({}, 'tts')))
})

const aJob = (more: Partial<Job> = {}, kind: Job['kind'] = 'reply') => {
  const job: Job = {
    ...newJob(
      kind,
      randomUUID(),
      TtsRequest.parse({ userText: 'Hi', requestId: 'r', voiceId: 'v' }),
      randomUUID(),
      now,
    ),
    status: 'pending',
    version: 1,
    call: { period: now, owed: true },
    ...more,
  }
  if (!isShown(job)) throw new Error('not accepted')
  return job
}

describe('what a job means to others', () => {
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

describe('what an owner sees', () => {
  const signing = { audio: createAudioAddresses('k'.repeat(32)), now }
  const hidden = [
    'userId',
    'bodyHash',
    'audio',
    'lane',
    'queue',
    'call',
    'startedAttempt',
    'attempt',
    'unpublishedSince',
    'unsettled',
  ]
  test.each(['pending', 'completed', 'failed'] as const)('of a %s job holds nothing of the inside', (status) => {
    const job = aJob({ status, audio: { name: 'secret-name', sizeBytes: 1, durationMs: 1, peaks: [] } })
    for (const view of [rowOf(job, signing), viewOf(job, signing), submittedOf(job, 0), answeredOf(job, signing)]) {
      expect(JSON.stringify(view)).not.toContain('secret-name')
      expect(Object.keys(view).filter((key) => hidden.includes(key))).toEqual([])
      expect('audioUrl' in view).toBe(status === 'completed' && !('position' in view))
    }
  })
  test('a job that waits has its position in the queue, counted from one', () => {
    expect(viewOf(aJob({ queue: 'waiting' }), signing, 3).position).toBe(4)
    expect(submittedOf(aJob({ queue: 'waiting' }), 0).position).toBe(1)
    expect(submittedOf(aJob({ queue: 'active' }), 0).position).toBe(0)
  })
})

describe('the checker of invariants', () => {
  const period = new Date('2026-03-15T09:00:00Z')
  const entry = (step: string, status: JobStatus, progress: number) => ({ at: period, step, status, progress })
  const completed = (_id: string): JobRecord => ({
    _id,
    status: 'completed',
    queue: 'none',
    rank: 5,
    version: 3,
    timeline: [
      entry('submitted', 'pending', 0),
      entry('speech-started', 'processing', 50),
      entry('completed', 'completed', 100),
    ],
    call: { period, owed: true },
  })
  const good = () => ({
    allowance: {
      period,
      adjustment: 2,
      used: 4,
      concurrency: 2,
      active: [],
      reserved: [],
      backlog: false,
    } as AllowanceRecord,
    jobs: [completed('a'), completed('b')],
    finished: ['a', 'b'].map((jobId) => ({ jobId, version: 3, status: 'completed' })),
  })
  type Good = ReturnType<typeof good>
  const first = (account: Good): JobRecord => account.jobs[0] ?? completed('a')
  const member = (id: string) => ({ id, period })

  test('finds nothing in an account that is right', () => {
    expect(violationsAtRest(good())).toEqual([])
    expect(violationsAtRest({ allowance: null, jobs: [] })).toEqual([])
  })

  test.each<[string, (account: Good) => unknown, RegExp]>([
    ['a call that was lost', (account) => account.allowance.used--, /used is 3, below the 4/],
    [
      'more active jobs than the plan allows',
      ({ allowance }) => allowance.active.push(member('x'), member('y'), member('z')),
      /3 jobs are active of 2/,
    ],
    [
      'a job twice among the active',
      ({ allowance }) => allowance.active.push(member('x'), member('x')),
      /x is twice in active/,
    ],
    [
      'a refund of a job that is still a member',
      ({ allowance }) => Object.assign(allowance, { refunded: ['x'], reserved: [member('x')] }),
      /x is refunded and still a member/,
    ],
    [
      'a call that is yet to come back and was taken already',
      (account) => {
        Object.assign(first(account), { status: 'failed', attempt: 0, unsettled: true, call: { period, owed: false } })
        account.allowance.used--
      },
      /used is 3, below the 4/,
    ],
    [
      'a job twice among the reserved',
      ({ allowance }) => allowance.reserved.push(member('x'), member('x')),
      /x is twice in reserved/,
    ],
    ['a version without an entry', (account) => first(account).version++, /version 4 and 3 entries/],
    ['two ends', (account) => first(account).timeline.push(entry('completed', 'completed', 100)), /ended 2 times/],
    [
      'a step after the end',
      (account) => first(account).timeline.push(entry('speech-started', 'processing', 50)),
      /went on after its end/,
    ],
    [
      'a step back',
      (account) => first(account).timeline.splice(2, 0, entry('chat-started', 'processing', 60)),
      /went back to chat-started/,
    ],
    [
      'fewer percent',
      (account) => first(account).timeline.splice(2, 0, entry('speech-progressed', 'processing', 40)),
      /fell back to 40 %/,
    ],
    ['a rank that fell', (account) => Object.assign(first(account), { rank: 2 }), /lower rank/],
    [
      'a status beside the timeline',
      (account) => Object.assign(first(account), { status: 'failed' }),
      /is failed, and its timeline/,
    ],
    [
      'an active job that its allowance lacks',
      (account) => Object.assign(first(account), { queue: 'active' }),
      /active, and its allowance lacks it/,
    ],
    [
      'a failure that costs',
      (account) => Object.assign(first(account), { status: 'failed' }),
      /failed and owes a call/,
    ],
    [
      'a completion that costs nothing',
      (account) => Object.assign(first(account), { call: { period, owed: false } }),
      /owes nothing/,
    ],
    [
      'an end that was published otherwise',
      (account) => Object.assign(account.finished[0] ?? {}, { version: 2 }),
      /was published as completed at 2/,
    ],
    [
      'an end of a job that is not',
      (account) => account.finished.push({ jobId: 'x', version: 1, status: 'failed' }),
      /does not exist/,
    ],
    ['jobs without an allowance', (account) => Object.assign(account, { allowance: null }), /without an allowance/],
  ])('finds %s', (_name, plant, sentence) => {
    const account = good()
    plant(account)
    expect(violations(account as AccountRecord).join('\n')).toMatch(sentence)
  })

  test.each<[string, (account: Good) => unknown, RegExp]>([
    ['a call too many', (account) => account.allowance.used++, /used is 5, and the jobs owe 4/],
    ['a job that was never removed', (account) => account.allowance.active.push(member('x')), /active still has 1/],
    [
      'a taken call whose job was never accepted',
      (account) => account.allowance.reserved.push(member('x')),
      /reserved still has 1/,
    ],
    [
      'an end that was counted twice',
      (account) => Object.assign(account.allowance, { totals: { completed: 3, failed: 0 } }),
      /totals count 3 completed of 2/,
    ],
    [
      'a refund of a job that was never known to be settled',
      (account) => Object.assign(account.allowance, { refunded: ['x'] }),
      /refunded still has 1/,
    ],
    [
      'a backlog without a waiting job',
      (account) => Object.assign(account.allowance, { backlog: true }),
      /backlog is still set/,
    ],
    [
      'a count that was not made',
      (account) => Object.assign(account.allowance, { recountAt: now }),
      /recount is still due/,
    ],
    [
      'a look that was not taken',
      (account) => Object.assign(account.allowance, { reconcileAt: now }),
      /reconcile is still due/,
    ],
    [
      'a job without an end',
      (account) => Object.assign(first(account), { status: 'pending' }),
      /is pending and never ended/,
    ],
    [
      'a submission that stuck',
      (account) => Object.assign(first(account), { status: 'submitting' }),
      /is submitting and never ended/,
    ],
    [
      'a job that waits for ever',
      (account) => Object.assign(first(account), { queue: 'waiting' }),
      /still has the queue waiting/,
    ],
    [
      'an unpublished change',
      (account) => Object.assign(first(account), { unpublishedSince: now }),
      /has an unpublished change/,
    ],
    ['an end that was not settled', (account) => Object.assign(first(account), { unsettled: true }), /was not settled/],
    ['an end that was never published', (account) => account.finished.pop(), /the end of job b was never published/],
  ])('finds at rest %s', (_name, plant, sentence) => {
    const account = good()
    plant(account)
    expect(violationsAtRest(account as AccountRecord).join('\n')).toMatch(sentence)
  })

  test('counts the calls of this period alone, and a member once', () => {
    const account = good()
    const before = new Date('2026-02-15T09:00:00Z')
    account.jobs.push({ ...completed('c'), call: { period: before, owed: true } })
    account.allowance.active.push({ id: 'd', period: before }, member('a'))
    expect(violations(account)).toEqual([])
  })
})
