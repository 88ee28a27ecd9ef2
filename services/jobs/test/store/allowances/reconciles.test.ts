import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredAllowance } from '../../../src/store/allowances/updates.ts'
import { now } from '../../support/a-job.ts'
import { type AllowanceTrials, later, openAllowanceTrials } from '../../support/trials.ts'

const member = { id: 'job', period: now }
/** An hour that is over and one that is shown. */
const recent = { h1: { completed: 1 }, [`h${Math.floor(now.getTime() / 3_600_000)}`]: { completed: 2 } }
const shown = { [`h${Math.floor(now.getTime() / 3_600_000)}`]: { completed: 2 } }

let trials: AllowanceTrials
beforeAll(async () => {
  trials = await openAllowanceTrials('reconciles', { rev: 6, reconcileAt: later(1), recountAt: later(1), recent })
})
afterAll(() => trials[Symbol.asyncDispose]())

test('a reconcile is requested for ten seconds later, and never put off', async () => {
  const request = (more: Partial<StoredAllowance>) =>
    trials.trial(more, ({ _id }) => trials.store.requestReconcile(_id, now))
  expect(await request({ reconcileAt: later(20_000) })).toEqual({
    result: true,
    changed: { rev: 7, reconcileAt: later(10_000) },
  })
  expect((await request({})).changed).toEqual({ rev: 7 })
})

describe('what was found', () => {
  test('nothing left to do: the mark of the reconcile goes, unless the account has changed', async () => {
    const reconciled = (rev: number) => trials.trial({ rev }, ({ _id }) => trials.store.reconciled(_id, 6))
    expect(await reconciled(6)).toEqual({ result: true, changed: { reconcileAt: null } })
    expect(await reconciled(7)).toEqual({ result: false, changed: {} })
  })

  test('the calls as they were counted, unless the account has changed', async () => {
    const set = (rev: number) =>
      trials.trial({ rev }, ({ _id }) => trials.store.setCounted(_id, 6, { used: 5, keyCalls: { key: 5 } }))
    expect(await set(6)).toEqual({
      result: true,
      changed: { rev: 7, used: 5, keyCalls: { key: 5 }, recountAt: null },
    })
    expect(await set(7)).toEqual({ result: false, changed: {} })
  })

  const read = { period: now, limitsRev: 3, recountAt: later(5) }
  const stale = [{ period: later(1) }, { limitsRev: 4 }, { recountAt: later(4) }]
  test('the past segments as they were counted, unless a limit has changed or a call of theirs was returned', async () => {
    const counted = {
      past: [],
      callLimit: 9,
      planCalls: 9,
      carriedCalls: 0,
      bonusEarned: 0,
      bonusSpent: 0,
      overageCalls: 0,
    }
    const set = (more: object) =>
      trials.trial({ ...read, keyCalls: { key: 5, other: 1 }, ...more }, ({ _id }) =>
        trials.store.setCountedPast({ _id, ...read }, counted, { key: -2, other: 0 }),
      )
    const { result, changed } = await set({})
    expect([result, changed]).toMatchObject([
      true,
      { rev: 7, limitsRev: 4, callLimit: 9, keyCalls: { key: 3, other: 1 } },
    ])
    expect(changed).not.toHaveProperty('recountAt')
    expect((await set({ rev: 9 })).result).toBe(true)
    for (const more of stale) expect(await set(more)).toEqual({ result: false, changed: {} })
  })

  test('that an account is never quiet: it is counted a day later, unless that was asked for since', async () => {
    const putOff = (more: object) =>
      trials.trial({ ...read, ...more }, ({ _id }) => trials.store.putOffRecount({ _id, ...read }, now))
    expect(await putOff({})).toEqual({ result: true, changed: { recountAt: later(24 * 3_600_000) } })
    for (const more of stale) expect(await putOff(more)).toEqual({ result: false, changed: {} })
  })
})

describe('an account that is due', () => {
  /** The accounts that were leased. @returns the date up to which it is leased in place of the changed field */
  const lease = (
    name: 'leaseDueForReconcile' | 'leaseDueForRecount',
    more: Partial<StoredAllowance>,
    besides?: string,
  ) =>
    trials.trial(more, async ({ _id }) => {
      const { leased } = await trials.store[name](now, 10, besides === 'itself' ? [_id] : [])
      return leased.map((one) => one._id === _id)
    })

  test('is reconciled at once where its lists are empty, and loses the hours that are over', async () => {
    expect(await lease('leaseDueForReconcile', { reconcileAt: now })).toEqual({
      result: [],
      changed: { reconcileAt: null, recent: shown },
    })
  })

  test.each<[string, Partial<StoredAllowance>]>([
    ['an active job', { active: [member] }],
    ['a reserved job', { reserved: [member] }],
    ['a job whose call was refunded', { refunded: ['job'] }],
    ['jobs that may be waiting', { backlog: true }],
  ])('is leased where it has %s', async (_name, more) => {
    const { result, changed } = await lease('leaseDueForReconcile', { ...more, reconcileAt: now })
    const { reconcileAt, ...others } = changed as { reconcileAt: Date }
    expect([result, others]).toEqual([[true], { recent: shown }])
    expect(reconcileAt.getTime()).toBeGreaterThanOrEqual(later(10_000).getTime())
    expect(reconcileAt.getTime()).toBeLessThan(later(12_000).getTime())
  })

  test('is leased for ten minutes to be counted', async () => {
    const { result, changed } = await lease('leaseDueForRecount', { recountAt: now })
    const { recountAt } = changed as { recountAt: Date }
    expect(result).toEqual([true])
    expect(recountAt.getTime()).toBeGreaterThanOrEqual(later(600_000).getTime())
  })

  test.each(['leaseDueForReconcile', 'leaseDueForRecount'] as const)(
    'is not touched when left out: %s',
    async (name) => {
      const due = { reconcileAt: now, recountAt: now, active: [member] }
      expect(await lease(name, due, 'itself')).toEqual({ result: [], changed: {} })
      expect(await lease(name, { active: [member] })).toEqual({ result: [], changed: {} })
    },
  )
})
