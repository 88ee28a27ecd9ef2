import type { JobStatus } from '@utter/contracts/jobs'
import { describe, expect, test } from 'vitest'
import {
  type AccountRecord,
  type AllowanceRecord,
  type JobRecord,
  violations,
  violationsAtRest,
} from '../src/invariants/job-invariants.ts'

describe('the checker of invariants', () => {
  const now = new Date('2026-03-20T12:00:00Z')
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
      'a call that is still to be refunded and was taken already',
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
    [
      'a call limit that is not the sum of its parts',
      ({ allowance }) =>
        Object.assign(allowance, { callLimit: 151, planCalls: 100, overageCalls: 0, bonusEarned: 60, bonusSpent: 10 }),
      /call limit is 151, and the sum of its parts 150/,
    ],
    [
      'more bonus calls spent than earned',
      ({ allowance }) => Object.assign(allowance, { bonusEarned: 50, bonusSpent: 51 }),
      /51 bonus calls are spent of 50/,
    ],
    [
      'a bonus call of an earlier period that is not written off',
      (account) => {
        const before = new Date('2026-02-15T09:00:00Z')
        account.jobs.push({ ...completed('c'), call: { period: before, owed: true } })
        Object.assign(account.allowance, {
          past: [{ period: before, adjustment: 100, planCalls: 100, balance: 50, bonus: 0 }],
        })
      },
      /0 bonus calls are written off of a segment that used 1/,
    ],
    [
      'a call of an earlier segment that it did not count',
      (account) => {
        const month = new Date('2026-03-15T08:00:00Z')
        account.jobs.push({ ...completed('c'), call: { period: month, owed: true } })
        Object.assign(account.allowance, {
          monthStart: month,
          past: [{ period: month, adjustment: 0, planCalls: 100, balance: 0, used: 0, bonus: 0, overage: 0 }],
        })
      },
      /a segment in past used 0, below the 1/,
    ],
    [
      'plan calls of an earlier segment that do not carry over',
      ({ allowance }) => Object.assign(allowance, { carriedCalls: 3 }),
      /3 plan calls carry over of 0/,
    ],
    [
      'a call of the month in no segment',
      (account) => {
        account.jobs.push({ ...completed('c'), call: { period: now, month: period, owed: true } })
      },
      /job c owes a call of a segment that is not counted/,
    ],
    [
      'a call that its key did not count',
      (account) => {
        Object.assign(first(account), { keyId: 'k' })
        Object.assign(account.allowance, { keyCalls: { k: 0 } })
      },
      /the key k took 0, below the 1 that its jobs owe/,
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
      'a section that was joined and costs',
      (account) => Object.assign(first(account), { joined: true }),
      /had all of its pieces before and owes/,
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
    [
      'a call too many of a key',
      (account) => Object.assign(account.allowance, { keyCalls: { k: 1 } }),
      /the key k took 1, and its jobs owe 0/,
    ],
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
      'usage that was not summed',
      (account) => {
        Object.assign(first(account), { completedAt: now, voiceId: 'v', keyId: 'k' })
        Object.assign(account.allowance, { sums: 1, keyCalls: { k: 1 } })
      },
      /sums of calls of 2026-03-20 by 'k' with 'v' are 1 below/,
    ],
    [
      'usage that was summed twice',
      (account) => {
        Object.assign(first(account), { completedAt: now, voiceId: 'v' })
        Object.assign(account.allowance, { sums: 1 })
        const day = new Date('2026-03-20T00:00:00Z')
        Object.assign(account, { usage: [{ day, rows: [{ keyId: null, voiceId: 'v', calls: 2 }] }] })
      },
      /sums of calls of 2026-03-20 by '' with 'v' are 1 above/,
    ],
    [
      'a sum that was not made',
      (account) => Object.assign(account.allowance, { sumAt: now }),
      /sum of usage is still due/,
    ],
    [
      'an earlier period that was never closed',
      (account) =>
        Object.assign(account.allowance, {
          past: [{ period: now, adjustment: 0, planCalls: 100, balance: 50, bonus: 0 }],
        }),
      /the segment of .* is still open/,
    ],
    [
      'an earlier segment with more calls than its jobs owe',
      (account) =>
        Object.assign(account.allowance, {
          past: [{ period: now, adjustment: 0, planCalls: 100, balance: 0, used: 1, bonus: 0, isClosed: true }],
        }),
      /a segment in past used 1, and its jobs owe 0/,
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
