import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('get-changed-jobs'))

const changed = (userId: string, query: string, token: string | undefined = callers.internal('notifier')) =>
  jobs.request('GET', `/internal/accounts/${userId}/changed${query}`, token)

test('200: the account’s jobs that changed since then, newest first', async () => {
  const userId = await jobs.account('free')
  await jobs.submit(userId)
  await jobs.submit(await jobs.account('free'))
  jobs.passMs(1_000)
  const since = jobs.now().toISOString()
  const [second, third] = [await jobs.submit(userId), await jobs.submit(userId)]
  const { status, body } = await changed(userId, `?since=${since}`)
  expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, [third._id, second._id]])
})

test.each([
  ['', 'since must be a time'],
  ['?since=today', 'since must be a time'],
])('400: %j', async (query, sentence) => {
  expect(await changed(randomUUID(), query)).toMatchObject(invalid('since', sentence))
})
