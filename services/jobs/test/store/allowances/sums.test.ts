import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredAllowance } from '../../../src/store/allowances/updates.ts'
import { now } from '../../support/a-job.ts'
import { type AllowanceTrials, later, openAllowanceTrials } from '../../support/trials.ts'

const [first, second, today] = ['18', '19', '20'].map((day) => new Date(`2026-03-${day}T00:00:00Z`)) as [
  Date,
  Date,
  Date,
]
/** An account whose usage was never summed has none of these fields; the other one has all. */
const known = { sumAt: later(1), unsummedFrom: first, lastDay: second, sums: 4 }
const none: Partial<typeof known> = {}

let trials: AllowanceTrials
beforeAll(async () => {
  trials = await openAllowanceTrials('sums')
})
afterAll(() => trials[Symbol.asyncDispose]())

describe('a sum', () => {
  const begin = (more: Partial<StoredAllowance>, read: Partial<StoredAllowance> = more) =>
    trials.trial(more, ({ _id }) => trials.store.beginSum({ _id, ...read }, first, today))

  test.each<[string, Partial<StoredAllowance>, number, object]>([
    ['of days that are all over leaves none', known, 5, { unsummedFrom: null }],
    ['leaves the days that are not over', { ...known, lastDay: today }, 5, { unsummedFrom: today }],
    ['is the first of an account without an end', none, 1, {}],
    ['of an account that has the first day alone', { sumAt: now, unsummedFrom: first }, 1, { unsummedFrom: null }],
  ])('%s', async (_name, more, fence, changed) => {
    expect(await begin(more)).toEqual({ result: fence, changed: { summing: first, sums: fence, ...changed } })
  })

  test.each<[string, Partial<StoredAllowance>, Partial<StoredAllowance>]>([
    ['when it is due', { ...known, sumAt: now }, known],
    ['its first day', { ...known, unsummedFrom: second }, known],
    ['its last day', { ...known, lastDay: today }, known],
    ['for the first time when it is due', { sumAt: now }, none],
    ['for the first time its first day', { unsummedFrom: first }, none],
    ['for the first time its last day', { lastDay: first }, none],
  ])('does not begin when the account has changed %s', async (_name, more, read) => {
    expect(await begin(more, read)).toEqual({ result: undefined, changed: {} })
  })
})

describe('the end of a sum', () => {
  const end = (more: Partial<StoredAllowance>, read: Partial<StoredAllowance> = more) =>
    trials.trial({ summing: first, ...more }, ({ _id }) => trials.store.endSum({ _id, ...read }))
  const { unsummedFrom: _, ...over } = known

  test.each<[string, Partial<StoredAllowance>, object]>([
    ['leaves the next one for an hour after its first day', known, { sumAt: new Date('2026-03-19T01:00:00Z') }],
    ['leaves none', over, { sumAt: null }],
    ['is that of an account without sums', none, {}],
  ])('%s', async (_name, more, changed) => {
    expect(await end(more)).toEqual({ result: true, changed: { summing: null, ...changed } })
  })

  test.each<[string, Partial<StoredAllowance>, Partial<StoredAllowance>]>([
    ['a day is due earlier', { ...known, sumAt: now }, known],
    ['another day is the first', { ...known, unsummedFrom: second }, known],
    ['another sum has begun', { ...known, sums: 5 }, known],
    ['the first sum has begun', { sums: 1 }, none],
  ])('changes nothing when %s', async (_name, more, read) => {
    expect(await end(more, read)).toEqual({ result: false, changed: {} })
  })
})

describe('an account whose sum is due', () => {
  const lease = (sumAt: Date, isLeftOut = false) =>
    trials.trial({ ...known, sumAt }, async ({ _id }) => {
      const { leased } = await trials.store.leaseDueForSum(now, 10, isLeftOut ? [_id] : [])
      return leased.map((one) => ({ ...one, _id: one._id === _id }))
    })

  test('is leased for ten minutes, with what its sum goes by', async () => {
    const { result, changed } = await lease(now)
    const { sumAt } = changed as { sumAt: Date }
    expect(sumAt.getTime()).toBeGreaterThanOrEqual(later(600_000).getTime())
    expect(result).toEqual([{ ...known, _id: true, sumAt }])
  })

  test('is not leased before, nor when left out', async () => {
    expect(await lease(later(1))).toEqual({ result: [], changed: {} })
    expect(await lease(now, true)).toEqual({ result: [], changed: {} })
  })

  test('has the state of its sums read alone', async () => {
    const { result } = await trials.trial(known, ({ _id }) => trials.store.sumState(_id))
    expect(result).toEqual({ ...known, _id: expect.any(String) })
  })
})
