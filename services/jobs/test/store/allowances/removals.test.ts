import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removals } from '../../../src/store/allowances/removals.ts'
import type { RemovalEffects, StoredAllowance } from '../../../src/store/allowances/updates.ts'
import { now } from '../../support/a-job.ts'
import { type AllowanceTrials, later, openAllowanceTrials } from '../../support/trials.ts'

const member = { id: 'job', period: now, keyId: 'key' }
const [another, stranger] = [
  { id: 'another', period: now },
  { id: 'job', period: later(-1) },
]
const day = new Date('2026-03-20T00:00:00Z')
const [dayBefore, dayAfter] = [new Date('2026-03-19T00:00:00Z'), new Date('2026-03-21T00:00:00Z')]
const sumDueAt = new Date('2026-03-21T01:00:00Z')

/** The segment that the member's call was taken from is over. */
const over = { period: later(1) }
const past: StoredAllowance['past'] = [{ period: now, month: now, planCalls: 100, carriedCalls: 0, used: 2 }] as never

let trials: AllowanceTrials
beforeAll(async () => {
  trials = await openAllowanceTrials('removals', {
    period: now,
    active: [another, member],
    reserved: [another, member],
    used: 4,
    keyCalls: { key: 2 },
  })
})
afterAll(() => trials[Symbol.asyncDispose]())

const failure: RemovalEffects = {
  refund: 1,
  count: { 'totals.failed': 1 },
  sentence: { 'recent.h1': 'It failed' } as never,
}
const completion: RemovalEffects = { refund: 0, count: { 'totals.completed': 1 }, usageDay: day }
const removed = { rev: 1, removals: 1, active: [another], reserved: [another] }
const failed = { totals: { completed: 0, failed: 1 }, recent: { h1: 'It failed' } }
const completed = { totals: { completed: 1, failed: 0 }, unsummedFrom: day, lastDay: day, sumAt: sumDueAt }
const refunded = { used: 3, keyCalls: { key: 1 } }
const soon = { reconcileAt: later(10_000) }

type Case = [string, Partial<StoredAllowance>, RemovalEffects, object]
const cases: Case[] = [
  ['that failed in the present segment returns its call', {}, failure, { ...failed, ...refunded }],
  ['that completed in it keeps its call, and its day is to be summed', {}, completion, completed],
  [
    'of a segment that is over has it counted again at once, if it returns its call',
    { ...over, past },
    failure,
    { ...failed, recountAt: now },
  ],
  [
    'of a segment that is over has it counted again once more, if it keeps its call',
    { ...over, past },
    completion,
    { ...completed, recountAt: later(30_000) },
  ],
  ['of a segment that is no longer kept changes no count of calls', over, failure, failed],
]

describe('an active job', () => {
  const remove = (more: Partial<StoredAllowance>, effects = failure) =>
    trials.trial(more, ({ _id }) => trials.store.remove(_id, member, effects, now))

  test.each(cases)('%s', async (_name, more, effects, changed) => {
    expect(await remove(more, effects)).toEqual({
      result: { _id: expect.any(String), backlog: false, tier: 'free' },
      changed: { ...removed, ...changed },
    })
  })

  test('of a day between those that are to be summed moves neither', async () => {
    const days = { unsummedFrom: dayBefore, lastDay: dayAfter, sumAt: now }
    const { changed } = await remove(days, completion)
    expect(changed).toEqual({ ...removed, totals: completed.totals })
  })

  test.each<[string, Partial<StoredAllowance>]>([
    ['the job is not active', { active: [another] }],
    ['the active one is of another segment', { active: [stranger] }],
  ])('nothing changes when %s', async (_name, more) => {
    expect(await remove(more)).toEqual({ result: null, changed: {} })
  })
})

describe('a job that is gone', () => {
  const removeGone = (more: Partial<StoredAllowance>) =>
    trials.trial(more, ({ _id }) => trials.store.removeGone(_id, member, now))

  test.each<[string, Partial<StoredAllowance>, object]>([
    ['leaves both lists, and its call is returned', {}, refunded],
    ['leaves what is reserved alone', { active: [another] }, refunded],
    ['has its segment counted again, if that is over', { ...over, past }, { recountAt: now }],
    ['changes no count of a segment that is no longer kept', over, {}],
  ])('%s', async (_name, more, changed) => {
    const { active: _, ...others } = removed
    const lists = more.active ? others : removed
    expect(await removeGone(more)).toEqual({ result: undefined, changed: { ...lists, ...soon, ...changed } })
  })

  test('changes nothing when the lists have it of another segment alone', async () => {
    const { changed } = await removeGone({ active: [stranger], reserved: [stranger] })
    expect(changed).toEqual({})
  })
})

describe('a job that ended without ever having been active', () => {
  const [earlier, many] = [['earlier'], Array.from({ length: 500 }, (_, index) => `job ${index}`)]
  const refund = (more: Partial<StoredAllowance>, effects = failure, read: Partial<StoredAllowance> = {}) =>
    trials.trial(more, (account) => trials.store.refund({ ...account, ...read }, member, effects, now))

  test.each(cases)('%s', async (_name, more, effects, changed) => {
    expect(await refund(more, effects)).toEqual({
      result: true,
      changed: { ...removed, ...soon, ...changed, refunded: ['job'] },
    })
  })

  test('is the last of 500 that are known', async () => {
    const { result, changed } = await refund({ refundedRev: 3, refunded: many.slice(1) })
    expect({ result, changed }).toMatchObject({ result: true, changed: { refunded: [...many.slice(1), 'job'] } })
  })

  test.each<[string, Partial<StoredAllowance>, Partial<StoredAllowance>?]>([
    ['it was refunded', { refunded: ['job'] }],
    ['500 others were', { refunded: many }],
    [
      'the refunded ones were cleared since the account was read',
      { refundedRev: 1 },
      { refundedRev: undefined as never },
    ],
    ['they were cleared once more', { refundedRev: 2 }, { refundedRev: 1 }],
  ])('nothing changes when %s', async (_name, more, read) => {
    expect(await refund(more, failure, read)).toEqual({ result: false, changed: {} })
  })

  test('is cleared: a process that read the account before refunds nothing any more', async () => {
    expect(
      await trials.trial({ refunded: ['earlier', 'job'] }, (account) => trials.store.clearRefunded(account, ['job'])),
    ).toEqual({ result: true, changed: { rev: 1, refunded: earlier, refundedRev: 1 } })
  })

  test('is cleared by one process alone', async () => {
    expect(
      await trials.trial({ refunded: ['job'], refundedRev: 2 }, (account) =>
        trials.store.clearRefunded({ ...account, refundedRev: 1 }, ['job']),
      ),
    ).toEqual({ result: false, changed: {} })
  })
})

/** A removal between whose updates something happens: once, after the first that changed nothing. */
function interrupted(meanwhile: () => Promise<unknown>) {
  let isDone = false
  const first = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const known = await answer
    if (!isDone) await meanwhile()
    isDone = true
    return known
  }
  const { collection } = trials
  return removals(
    Object.assign(Object.create(collection), {
      updateOne: (...args: Parameters<typeof collection.updateOne>) => first(collection.updateOne(...args)),
      findOneAndUpdate: (...args: Parameters<typeof collection.findOneAndUpdate>) =>
        first(collection.findOneAndUpdate(...args)),
    }),
  )
}

describe('a job that gets into a list of its own segment between two updates of a removal', () => {
  const late = { active: [another], reserved: [another], past }
  const listed = { active: [another, member] }
  test.each(['remove', 'removeGone'] as const)('%s: does not leave it without its call', async (name) => {
    const { changed } = await trials.trial(late, ({ _id }) => {
      const store = interrupted(() => trials.collection.updateOne({ _id }, { $set: listed }))
      return name === 'remove' ? store.remove(_id, member, failure, now) : store.removeGone(_id, member, now)
    })
    expect(changed).toEqual(listed)
  })
})
