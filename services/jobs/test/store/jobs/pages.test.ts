import type { Cursor } from '@utter/http/pages'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../../src/domain/job/job.ts'
import { isSearch, type PageFilter } from '../../../src/store/jobs/pages.ts'
import { aJob, now } from '../../support/a-job.ts'
import { type JobTrials, later, openJobTrials } from '../../support/trials.ts'

const [{ userId }, { userId: stranger }] = [aJob(), aJob()]
const statuses = ['completed', 'failed', 'failed', 'pending', 'processing', 'submitting', 'deleted'] as const
/** Jobs of every kind that a filter tells apart, several of one millisecond, and the same of another account. */
const all = [userId, stranger].flatMap((owner) =>
  Array.from({ length: 84 }, (_, index): Job => {
    const status = statuses[index % 7] ?? 'pending'
    return {
      ...aJob({ userId: owner, requestId: `request ${index}` }),
      _id: `${owner === userId ? 'own' : 'other'}-${(index * 37) % 84}-x${index % 5}`,
      ...{ status, voiceId: index % 3 ? 'joe' : 'slt', createdAt: later(Math.floor(index / 8)) },
      userText: index % 4 ? 'Good morning' : 'Good night (50%)',
      ...(index % 2 && { tags: index % 5 ? ['news'] : ['news', 'late'] }),
      ...(status === 'failed' && { code: index % 4 ? 'timed_out' : 'cancelled' }),
      updatedAt: later(index),
    }
  }),
)
const newestFirst = (a: Job, b: Job) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1)
const own = all.filter((job) => job.userId === userId).sort(newestFirst)
const cursorOf = ({ createdAt: at, _id: id }: Job): Cursor => ({ at, id })
const at = (index: number) => cursorOf(own[index] as Job)

type List = { filter?: PageFilter; before?: Cursor | undefined; until?: Cursor | undefined }
const isOlder = (job: Job, { at, id }: Cursor) => job.createdAt < at || (+job.createdAt === +at && job._id < id)
/** The list as it is described, without a database. */
const expected = ({ filter: { status, text, code, tag, voice, from, to } = {}, before, until }: List) =>
  own.filter(
    (job) =>
      job.status !== 'submitting' &&
      job.status !== 'deleted' &&
      (status === undefined || job.status === status) &&
      (code === undefined || (job.status === 'failed' && job.code === code)) &&
      (tag === undefined || job.tags?.includes(tag)) &&
      (voice === undefined || job.voiceId === voice) &&
      [job.userText, job._id].some((one) => one.toLowerCase().includes((text ?? '').toLowerCase())) &&
      (!from || job.createdAt >= from) &&
      (!to || job.createdAt < to) &&
      (!before || isOlder(job, before)) &&
      (!until || !isOlder(job, until)),
  )
const combined = <Part extends object>(parts: Partial<Part>[][]): Part[] =>
  parts.reduce<Part[]>((all, some) => all.flatMap((one) => some.map((part) => ({ ...one, ...part }))), [{} as Part])

let trials: JobTrials
beforeAll(async () => {
  trials = await openJobTrials('job-pages')
})
beforeEach(async () => {
  await trials.collection.deleteMany({})
  await trials.collection.insertMany(all)
})
afterAll(() => trials[Symbol.asyncDispose]())
const idsOf = (jobs: { _id: string }[]) => jobs.map(({ _id }) => _id)
const page = async ({ filter = {}, before, until }: List, limit = 100) =>
  idsOf(await trials.store.page(userId, filter, limit, before, until))

test('each list has the jobs of the account that all of its filters match, newest first', async () => {
  const filters = combined<PageFilter>([
    [{}, { status: 'completed' }, { status: 'failed' }],
    [{}, { code: 'timed_out' }],
    [{}, { tag: 'late' }],
    [{}, { voice: 'slt' }],
    [{}, { text: '(50%' }, { text: '-X3' }, { text: '' }],
  ])
  for (const filter of filters) expect([filter, await page({ filter })]).toEqual([filter, idsOf(expected({ filter }))])
})

test('each part of a list has the jobs between its bounds, of one millisecond too', async () => {
  const [first, second, third] = [at(12), at(13), at(30)] as [Cursor, Cursor, Cursor]
  const lists = combined<List>([
    [
      {},
      { filter: { from: later(3) } },
      { filter: { to: later(8) } },
      { filter: { from: later(3), to: first.at, voice: 'joe' } },
    ],
    [{}, { before: at(2) }, { before: first }, { before: second }],
    [{}, { until: second }, { until: third }, { until: at(50) }],
  ])
  for (const list of lists) expect([list, await page(list)]).toEqual([list, idsOf(expected(list))])
  expect(await page({}, 5)).toEqual(idsOf(expected({})).slice(0, 5))
})

test('the last of the first jobs of a list, with those that are never shown', async () => {
  const { lastOfFirst } = trials.store
  const lists: [PageFilter, (job: Job) => boolean][] = [
    [{}, () => true],
    [{ status: 'completed' }, ({ status }) => status === 'completed'],
    [{ code: 'timed_out' }, ({ code }) => code === 'timed_out'],
    [{ tag: 'news' }, ({ tags }) => tags !== undefined],
    [{ voice: 'joe' }, ({ voiceId }) => voiceId === 'joe'],
    [{ from: later(2), to: later(9) }, ({ createdAt }) => createdAt >= later(2) && createdAt < later(9)],
  ]
  for (const [filter, isIn] of lists) {
    const found = own.filter(isIn).map(cursorOf)
    expect([filter, await lastOfFirst(userId, filter, 3)]).toEqual([filter, found[2]])
    expect([filter, await lastOfFirst(userId, filter, 3, found[1])]).toEqual([filter, found[4]])
    expect([filter, await lastOfFirst(userId, filter, found.length + 1)]).toEqual([filter, undefined])
  }
})

test.each<[string, PageFilter, boolean]>([
  ['a list of all', {}, false],
  ['a status', { status: 'failed' }, false],
  ['a code', { code: 'a' }, false],
  ['a code of failed jobs', { code: 'a', status: 'failed' }, false],
  ['a tag', { tag: 'a' }, false],
  ['a voice', { voice: 'a' }, false],
  ['a time', { from: now, to: now }, false],
  ['a text', { text: 'a' }, true],
  ['a tag and a status', { tag: 'a', status: 'failed' }, true],
  ['a tag and a code', { tag: 'a', code: 'a' }, true],
  ['a code and a voice', { code: 'a', voice: 'a' }, true],
])('%s is searched for: %s %s', (_name, filter, isSearched) => {
  expect(isSearch(filter)).toBe(isSearched)
})

describe('jobs that changed', () => {
  const shown = own.filter(({ status }) => status !== 'submitting' && status !== 'deleted')
  const changed = shown.filter(({ updatedAt }) => updatedAt >= later(70))
  const [named, since] = [shown.at(-1), later(70)] as [Job, Date]

  test('since a time, the latest first', async () => {
    const { changedSince } = trials.store
    const latest = changed.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
    expect(idsOf(await changedSince(userId, since, 100))).toEqual(idsOf(latest))
    expect(idsOf(await changedSince(userId, since, 2))).toEqual(idsOf(latest.slice(0, 2)))
  })

  test('of many accounts, and named ones', async () => {
    const { versions } = trials.store
    const found = async (...accounts: Parameters<typeof versions>[0]) => new Set(idsOf(await versions(accounts, 100)))
    expect(await found({ userId, ids: idsOf(own) })).toEqual(new Set(idsOf(shown)))
    expect(await found({ userId, ids: [named._id], since })).toEqual(new Set(idsOf([named, ...changed])))
    expect(await found({ userId: stranger, ids: [named._id] })).toEqual(new Set())
    const latest = changed.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
    expect(idsOf(await versions([{ userId, ids: [], since }], 2))).toEqual(idsOf(latest.slice(0, 2)))
    const [one] = await versions([{ userId, ids: [named._id] }], 1)
    expect(one).toEqual({ _id: named._id, userId, version: named.version, updatedAt: named.updatedAt })
  })

  test('of an account with more of them than its bound, which takes nothing from another one', async () => {
    const accounts = [userId, stranger].map((one) => ({ userId: one, ids: [], since: later(0) }))
    const counts = Map.groupBy(await trials.store.versions(accounts, 1), (one) => one.userId)
    const lengths = new Map([...counts].map(([one, { length }]) => [one, length]))
    expect(lengths).toEqual(new Map([userId, stranger].map((one) => [one, 1])))
  })

  test('and are under way', async () => {
    const { underWay } = trials.store
    const open = own.filter(({ status }) => status === 'pending' || status === 'processing')
    const found = await underWay(own.map(({ _id: id }) => ({ userId, id })))
    expect(new Set(idsOf(found))).toEqual(new Set(idsOf(open)))
    const [{ _id: id }] = open as [Job]
    expect(await underWay([{ userId: stranger, id }])).toEqual([])
    expect(
      await underWay([
        { userId: stranger, id },
        { userId, id: 'gone' },
      ]),
    ).toEqual([])
    expect(Object.keys((await underWay([{ userId, id }]))[0] ?? {}).sort()).toEqual(
      ['_id', 'batch', 'createdAt', 'progress', 'queue', 'rank', 'userId', 'userText', 'voiceId'].sort(),
    )
  })
})
