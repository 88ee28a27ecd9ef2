import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Allowance } from '../../../src/domain/allowance/allowance.ts'
import type { StoredAllowance } from '../../../src/store/allowances/updates.ts'
import { now } from '../../support/a-job.ts'
import { type AllowanceTrials, later, openAllowanceTrials } from '../../support/trials.ts'

let trials: AllowanceTrials
beforeAll(async () => {
  trials = await openAllowanceTrials('limits', {
    rev: 6,
    limitsRev: 2,
    period: now,
    spendingLimit: 9,
    status: 'past_due',
  })
})
afterAll(() => trials[Symbol.asyncDispose]())

describe('a later segment', () => {
  const fields: Partial<Allowance> = { period: later(1), used: 0, callLimit: 7 }
  const begun = { rev: 7, limitsRev: 3, period: later(1), callLimit: 7 }
  const roll = (more: Partial<StoredAllowance>, set = fields, guard = {}) =>
    trials.trial(more, (account) => trials.store.roll({ ...account, rev: 6, period: now }, set, now, guard))

  test('begins, and asks for no recount when the one before used no call', async () => {
    expect(await roll({})).toEqual({ result: true, changed: begun })
  })

  test('has the calls of the one before counted again', async () => {
    const past = [{ period: now, used: 2 }] as never
    const changed = { ...begun, past, recountAt: now }
    expect(await roll({ recountAt: later(1) }, { ...fields, past })).toEqual({ result: true, changed })
  })

  test.each<[string, Partial<StoredAllowance>, object?]>([
    ['the account has changed', { rev: 7 }],
    ['it has another segment', { period: later(-1) }],
    ['a further condition does not hold', {}, { billingVersion: 8 }],
  ])('does not begin when %s', async (_name, more, guard) => {
    expect(await roll(more, fields, guard)).toEqual({ result: false, changed: {} })
  })
})

describe('other limits', () => {
  const change = (more: Partial<StoredAllowance>, unset: (keyof Allowance)[] = [], limitsRev: number | undefined = 2) =>
    trials.trial(more, (account) =>
      trials.store.changeLimits(
        { ...account, limitsRev: limitsRev as number, period: now },
        { callLimit: 7, overageCalls: 1 },
        unset,
      ),
    )
  const changed = { rev: 7, limitsRev: 3, callLimit: 7, overageCalls: 1 }

  test('hold together, and leave the rest as it is', async () => {
    expect(await change({})).toEqual({ result: true, changed })
  })

  test('may unset others', async () => {
    expect(await change({}, ['spendingLimit', 'status'])).toEqual({
      result: true,
      changed: { ...changed, spendingLimit: null, status: null },
    })
  })

  test('of an account whose limits never changed', async () => {
    expect(
      await trials.trial({ limitsRev: undefined as never }, (account) =>
        trials.store.changeLimits(account, { callLimit: 7 }),
      ),
    ).toMatchObject({ result: true, changed: { callLimit: 7, limitsRev: 1 } })
  })

  test.each<[string, Partial<StoredAllowance>]>([
    ['the limits have changed since', { limitsRev: 3 }],
    ['the account has another segment', { period: later(1) }],
  ])('do not hold when %s', async (_name, more) => {
    expect(await change(more)).toEqual({ result: false, changed: {} })
  })
})
