import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import type { Job } from '../../../src/domain/job/job.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('compare-versions'))

type Account = { userId: string; ids: string[]; since?: string }
const compare = (accounts: unknown, token: string | undefined = callers.internal('notifier')) =>
  jobs.request('POST', '/internal/versions', token, { body: { accounts } })
const versions = async (accounts: Account[]) => {
  const { status, body } = await compare(accounts)
  expect(status).toBe(200)
  return body
}
const version = async ({ userId, _id }: Job) => (await jobs.read(userId, _id)).version

test('200: versions of many accounts come in one call, and none has those of another', async () => {
  const [ada, bob] = [await jobs.account('free'), await jobs.account('free')]
  const [first, second, other] = [await jobs.submit(ada), await jobs.submit(ada), await jobs.submit(bob)]
  const none = randomUUID()
  expect(
    await versions([
      { userId: ada, ids: [first._id, other._id, none] },
      { userId: bob, ids: [other._id] },
      { userId: none, ids: [second._id] },
    ]),
  ).toEqual({
    [ada]: { versions: { [first._id]: await version(first) }, changed: {} },
    [bob]: { versions: { [other._id]: await version(other) }, changed: {} },
    [none]: { versions: {}, changed: {} },
  })
})

test('200: an account that names a time gets what has changed since then', async () => {
  const userId = await jobs.account('free')
  const before = await jobs.submit(userId)
  jobs.passMs(1_000)
  const since = jobs.now().toISOString()
  const after = await jobs.submit(userId)
  expect(await versions([{ userId, ids: [before._id], since }])).toEqual({
    [userId]: {
      versions: { [before._id]: await version(before) },
      changed: { [after._id]: await version(after) },
    },
  })
})

test.each<[string, unknown, string]>([
  ['no account', [], 'accounts'],
  ['more than 100 accounts', Array(101).fill({ userId: randomUUID(), ids: [] }), 'accounts'],
  ['an id that is none', [{ userId: 'x', ids: [] }], 'accounts.0.userId'],
  ['a time that is none', [{ userId: randomUUID(), ids: [], since: 'today' }], 'accounts.0.since'],
])('400: %s', async (_what, accounts, field) => {
  const { status, body } = await compare(accounts)
  expect([status, body.details[0].field]).toEqual([400, field])
})
