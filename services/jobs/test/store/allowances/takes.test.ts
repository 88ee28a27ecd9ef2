import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallCaps } from '../../../src/store/allowances/takes.ts'
import type { StoredAllowance } from '../../../src/store/allowances/updates.ts'
import { now } from '../../support/a-job.ts'
import { type AllowanceTrials, later, openAllowanceTrials } from '../../support/trials.ts'

const memberOf = (id: string, keyId?: string) => ({ id, period: now, ...(keyId !== undefined && { keyId }) })
const [first, second] = [memberOf('first', 'key'), memberOf('second', 'key')]
const running = memberOf('running')
const aDay = 24 * 3_600_000

let trials: AllowanceTrials
beforeAll(async () => {
  trials = await openAllowanceTrials('takes', {
    period: now,
    active: [running],
    concurrency: 2,
    used: 3,
    callLimit: 5,
    keyCalls: { key: 1 },
  })
})
afterAll(() => trials[Symbol.asyncDispose]())

/** Changes by any call that is taken. */
const marks = { rev: 1, recountAt: later(aDay), reconcileAt: later(10_000) }
const takeActive = (more: Partial<StoredAllowance>, member = first, caps?: CallCaps) =>
  trials.trial(more, ({ _id }) => trials.store.takeActive(_id, member, now, caps))
const takeReserved = (more: Partial<StoredAllowance>, members = [first, second], caps?: CallCaps) =>
  trials.trial(more, ({ _id }) => trials.store.takeReserved(_id, members, now, caps))

describe('a job that becomes active', () => {
  test('takes the last call, of its key too', async () => {
    expect(await takeActive({ used: 4 }, first, { monthlyCap: 2 })).toEqual({
      result: 1,
      changed: { ...marks, active: [running, first], used: 5, keyCalls: { key: 2 } },
    })
  })

  test('leaves earlier dates of a recount and a reconcile', async () => {
    const changed = { rev: 1, active: [running, first], used: 4, keyCalls: { key: 2 } }
    expect(await takeActive({ recountAt: now, reconcileAt: now })).toEqual({ result: 1, changed })
  })

  test.each<[string, Partial<StoredAllowance>]>([
    ['of another segment', { period: later(1) }],
    ['with jobs that may be waiting', { backlog: true }],
    ['without a call left', { used: 5 }],
    ['whose concurrency is used up', { concurrency: 1 }],
    ['whose key has reached its cap', { keyCalls: { key: 2 } }],
  ])('takes none from an account %s', async (_name, more) => {
    expect(await takeActive(more, first, { monthlyCap: 2 })).toEqual({ result: undefined, changed: {} })
  })
})

describe('jobs that will wait', () => {
  test('take the last calls, of their key too', async () => {
    expect(await takeReserved({}, [first, second], { monthlyCap: 3 })).toEqual({
      result: true,
      changed: { ...marks, reserved: [first, second], used: 5, keyCalls: { key: 3 }, backlog: true },
    })
  })

  test('leave earlier dates of a recount and a reconcile', async () => {
    const changed = { rev: 1, reserved: [first, second], used: 5, keyCalls: { key: 3 }, backlog: true }
    expect(await takeReserved({ recountAt: now, reconcileAt: now })).toEqual({ result: true, changed })
  })

  test.each<[string, Partial<StoredAllowance>]>([
    ['of another segment', { period: later(1) }],
    ['with a call too few', { used: 4 }],
    ['whose key has a call too few', { keyCalls: { key: 2 } }],
    ['with 499 others that are not accepted yet', { reserved: Array(499).fill(running) }],
  ])('take none from an account %s', async (_name, more) => {
    expect(await takeReserved(more, [first, second], { monthlyCap: 3 })).toEqual({ result: false, changed: {} })
  })

  test.each([
    [0, false],
    [500, true],
    [501, false],
  ])('%i at once: %s', async (count, isTaken) => {
    const { result, changed } = await takeReserved({ callLimit: 1_000 }, Array(count).fill(first))
    expect(result).toBe(isTaken)
    expect(changed).toMatchObject(isTaken ? { used: 3 + count } : {})
  })

  test('fill up what is reserved, to 500', async () => {
    expect(await takeReserved({ reserved: Array(498).fill(running) })).toMatchObject({ result: true })
  })
})

describe('the cap of a key', () => {
  test.each<[string, string | undefined, number | undefined, Record<string, number>, boolean]>([
    ['holds for a key that has taken no call yet', 'key', 1, {}, false],
    ['lets a key take as many as it has', 'key', 2, {}, true],
    ['is of no other key', 'key', 2, { other: 9 }, true],
    ['is none of a session', undefined, 0, {}, true],
    ['may be absent', 'key', undefined, { key: 9 }, true],
  ])('%s', async (_name, keyId, monthlyCap, keyCalls, isTaken) => {
    expect(
      await takeReserved({ keyCalls }, [memberOf('a', keyId), memberOf('b', keyId)], { monthlyCap }),
    ).toMatchObject({
      result: isTaken,
      changed: isTaken ? { used: 5 } : {},
    })
  })
})

describe('the calls of an account whose address is not verified', () => {
  test.each<[string, Partial<StoredAllowance>, number, boolean]>([
    ['end with the last of them', {}, 4, true],
    ['are no more than those', {}, 3, false],
    ['have those among them that a deleted account of the mailbox took', { carriedCalls: 1 }, 4, false],
    ['may be the last ones with those', { carriedCalls: 1 }, 5, true],
  ])('%s', async (_name, more, unverifiedLimit, isTaken) => {
    const active = await takeActive(more, first, { unverifiedLimit })
    expect(active).toMatchObject({ result: isTaken ? 1 : undefined, changed: isTaken ? { used: 4 } : {} })
    const reserved = await takeReserved(more, [first, second], { unverifiedLimit: unverifiedLimit + 1 })
    expect(reserved).toMatchObject({ result: isTaken, changed: isTaken ? { used: 5 } : {} })
  })
})
