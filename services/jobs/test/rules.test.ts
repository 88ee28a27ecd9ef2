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
import { bucketsOver, overageOf, recentTotals, roomOf } from '../src/domain/allowance.ts'
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
  ])('%s has room for %i calls', (tier, room) => {
    expect(roomOf(planOf(standardPlans, tier))).toBe(room)
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
    ['with a default given or left out', { sessionId: 'default' }, {}, true],
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
  const road = { queue: 'road', attempt: 1, begun: 0 } as const
  test.each<[string, Partial<Job>, string[]]>([
    ['waiting', { queue: 'waiting' }, ['job-progressed']],
    ['on the road', road, ['chat-requested', 'job-progressed']],
    ['with its chat begun', { ...road, begun: 1, rank: 1, status: 'processing' }, ['job-progressed']],
    ['with its reply written', { ...road, rank: 2, status: 'processing' }, ['speech-requested', 'job-progressed']],
    ['asked for again', { ...road, rank: 3, begun: 1, attempt: 2 }, ['speech-requested', 'job-progressed']],
    ['completed', { status: 'completed', queue: 'none', rank: 5 }, ['job-finished']],
    ['failed', { status: 'failed', queue: 'none' }, ['job-finished']],
  ])('%s', (_name, more, types) => {
    const events = eventsFor(aJob(more))
    expect(events.map(({ event }) => event.type)).toEqual(types)
    for (const { event, data } of events) expect(event.data.safeParse(data).error).toBeUndefined()
  })
  test('before it is accepted: nothing', () => {
    expect(eventsFor({ ...aJob(), status: 'admitting' })).toEqual([])
  })
  test('the lane of the job is the lane of its request', () => {
    expect(eventsFor(aJob({ ...road, lane: 'bulk' }))[0]?.lane).toBe('bulk')
  })
  test('speech is asked to speak the reply, or the text itself where there is none', () => {
    const textOf = (job: ReturnType<typeof aJob>) =>
      eventsFor(job).map(({ data }) => (data as { text?: string }).text)[0]
    expect(textOf(aJob({ ...road, rank: 2, aiResponse: 'Well' }))).toBe('Well')
    expect(textOf(aJob({ ...road }, 'tts'))).toBe('Hi')
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
    'begun',
    'attempt',
    'unpublishedSince',
    'settle',
  ]
  test.each(['pending', 'completed', 'failed'] as const)('of a %s job holds nothing of the inside', (status) => {
    const job = aJob({ status, audio: { name: 'secret-name', sizeBytes: 1, durationMs: 1, peaks: [] } })
    for (const view of [rowOf(job, signing), viewOf(job, signing), submittedOf(job, 0), answeredOf(job, signing)]) {
      expect(JSON.stringify(view)).not.toContain('secret-name')
      expect(Object.keys(view).filter((key) => hidden.includes(key))).toEqual([])
      expect('audioUrl' in view).toBe(status === 'completed' && !('position' in view))
    }
  })
  test('a job that waits has its place in the line, counted from one', () => {
    expect(viewOf(aJob({ queue: 'waiting' }), signing, 3).position).toBe(4)
    expect(submittedOf(aJob({ queue: 'waiting' }), 0).position).toBe(1)
    expect(submittedOf(aJob({ queue: 'road' }), 0).position).toBe(0)
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
    allowance: { period, base: 2, used: 4, limit: 2, places: [], open: [], backlog: false } as AllowanceRecord,
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
      'more places than the plan has',
      ({ allowance }) => allowance.places.push(member('x'), member('y'), member('z')),
      /3 places are taken of 2/,
    ],
    [
      'a job twice in the places',
      ({ allowance }) => allowance.places.push(member('x'), member('x')),
      /x is twice in places/,
    ],
    [
      'a call given back of a job that is still a member',
      ({ allowance }) => Object.assign(allowance, { returned: ['x'], open: [member('x')] }),
      /x has given its call back and is still a member/,
    ],
    [
      'a call that is yet to come back and was taken already',
      (account) => {
        Object.assign(first(account), { status: 'failed', attempt: 0, settle: true, call: { period, owed: false } })
        account.allowance.used--
      },
      /used is 3, below the 4/,
    ],
    ['a job twice in open', ({ allowance }) => allowance.open.push(member('x'), member('x')), /x is twice in open/],
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
      'a road without a place',
      (account) => Object.assign(first(account), { queue: 'road' }),
      /on the road without a place/,
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
      'an end that was told otherwise',
      (account) => Object.assign(account.finished[0] ?? {}, { version: 2 }),
      /was said to be completed at 2/,
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
    ['a place that nobody gave back', (account) => account.allowance.places.push(member('x')), /places still has 1/],
    ['a taken call that nobody accepted', (account) => account.allowance.open.push(member('x')), /open still has 1/],
    [
      'an end that was counted twice',
      (account) => Object.assign(account.allowance, { totals: { completed: 3, failed: 0 } }),
      /totals count 3 completed of 2/,
    ],
    [
      'a call given back of a job that was never seen to be settled',
      (account) => Object.assign(account.allowance, { returned: ['x'] }),
      /returned still has 1/,
    ],
    ['a backlog of nobody', (account) => Object.assign(account.allowance, { backlog: true }), /backlog is still said/],
    [
      'a count that was not made',
      (account) => Object.assign(account.allowance, { recountAt: now }),
      /recount is still asked/,
    ],
    [
      'a look that was not taken',
      (account) => Object.assign(account.allowance, { lookAt: now }),
      /look is still asked/,
    ],
    [
      'a job without an end',
      (account) => Object.assign(first(account), { status: 'pending' }),
      /is pending and goes nowhere/,
    ],
    [
      'a submission that stuck',
      (account) => Object.assign(first(account), { status: 'admitting' }),
      /is admitting and goes nowhere/,
    ],
    [
      'a job that waits for ever',
      (account) => Object.assign(first(account), { queue: 'waiting' }),
      /still has the queue waiting/,
    ],
    [
      'a change that nobody heard of',
      (account) => Object.assign(first(account), { unpublishedSince: now }),
      /was not told of/,
    ],
    ['an end that was not settled', (account) => Object.assign(first(account), { settle: true }), /was not settled/],
    ['an end that was never said', (account) => account.finished.pop(), /the end of job b was never said/],
  ])('finds at rest %s', (_name, plant, sentence) => {
    const account = good()
    plant(account)
    expect(violationsAtRest(account as AccountRecord).join('\n')).toMatch(sentence)
  })

  test('counts the calls of this period alone, and a member once', () => {
    const account = good()
    const before = new Date('2026-02-15T09:00:00Z')
    account.jobs.push({ ...completed('c'), call: { period: before, owed: true } })
    account.allowance.places.push({ id: 'd', period: before }, member('a'))
    expect(violations(account)).toEqual([])
  })
})
