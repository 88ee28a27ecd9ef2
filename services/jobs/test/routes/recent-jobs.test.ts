import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('recent-jobs'))

const recent = (token: string | undefined) => jobs.request('GET', '/api/jobs/recent', token)

test('200: the ten newest of the account', async () => {
  const userId = await jobs.account('free')
  const ids: string[] = []
  for (let count = 0; count < 11; count++) ids.push((await jobs.submit(userId))._id)
  const { status, body } = await recent(callers.account(newIdentity({ userId })))
  expect(status).toBe(200)
  expect(body.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(0, 10))
})

test('200: none yet', async () => {
  expect(await recent(callers.account(newIdentity()))).toMatchObject({ status: 200, body: [] })
})
