import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredAllowance } from '../../../src/store/allowances/updates.ts'
import { now } from '../../support/a-job.ts'
import { type AllowanceTrials, later, openAllowanceTrials } from '../../support/trials.ts'

const memberOf = (id: string) => ({ id, period: now })
const [running, first] = [memberOf('running'), memberOf('first')]
const [second, third] = [memberOf('second'), memberOf('third')]
const members = [first, second]

let trials: AllowanceTrials
beforeAll(async () => {
  trials = await openAllowanceTrials('dispatches', {
    active: [running],
    reserved: [first, second, third],
    concurrency: 3,
    backlog: true,
  })
})
afterAll(() => trials[Symbol.asyncDispose]())

describe('waiting jobs', () => {
  const activate = (more: Partial<StoredAllowance>, read: Partial<StoredAllowance> = {}) =>
    trials.trial(more, (account) => trials.store.activate({ ...account, ...read }, members, now))

  test.each([
    ['of an account from before removals were counted', {}],
    ['of an account from which some were removed', { removals: 4 }],
  ])('become active together: %s', async (_name, more) => {
    const active = [running, first, second]
    expect(await activate(more)).toEqual({
      result: active,
      changed: { rev: 1, active, reserved: [third], reconcileAt: later(10_000) },
    })
  })

  test.each<[string, Partial<StoredAllowance>, Partial<StoredAllowance>?]>([
    ['a job was removed since the account was read', { removals: 5 }, { removals: 4 }],
    ['the first job was', { removals: 1 }, { removals: undefined as never }],
    ['there is concurrency for fewer', { concurrency: 2 }],
    ['a job is active already', { active: [second] }],
  ])('stay as they are when %s', async (_name, more, read) => {
    expect(await activate(more, read)).toEqual({ result: null, changed: {} })
  })
})

describe('accepted jobs', () => {
  const pullReserved = (ids: string[]) => trials.trial({}, ({ _id }) => trials.store.pullReserved(_id, ids))

  test('are reserved no more', async () => {
    expect(await pullReserved(['first', 'third', 'gone'])).toEqual({
      result: true,
      changed: { rev: 1, reserved: [second] },
    })
  })

  test('change nothing a second time', async () => {
    expect(await pullReserved(['gone'])).toEqual({ result: false, changed: {} })
  })
})

describe('the backlog', () => {
  const clear = (more: Partial<StoredAllowance>) =>
    trials.trial({ reserved: [], rev: 7, ...more }, ({ _id }) => trials.store.clearBacklog(_id, 7))

  test('ends', async () => {
    expect(await clear({})).toEqual({ result: true, changed: { rev: 8, backlog: false } })
  })

  test.each<[string, Partial<StoredAllowance>]>([
    ['the account has changed', { rev: 8 }],
    ['it had ended before', { backlog: false }],
    ['a job is not accepted yet', { reserved: [first] as never }],
  ])('stays as it is when %s', async (_name, more) => {
    expect(await clear(more)).toEqual({ result: false, changed: {} })
  })
})
