import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers } from '../../support/open-jobs.ts'
import { openShared } from '../../support/shared.ts'

const jobs = await closedAfterAll(openShared('unshare'))

test('204: its link opens nothing any more, and asked for twice it is the same', async () => {
  const { secretOf, unshare, view } = await jobs.spoken()
  const secret = await secretOf()
  expect((await jobs.opened(secret)).status).toBe(200)
  for (let times = 0; times < 2; times++) expect((await unshare()).status).toBe(204)
  expect(await view()).not.toHaveProperty('share')
  expect([(await jobs.opened(secret)).status, (await jobs.sound(secret)).status]).toEqual([404, 404])
})

test('404 for another account, whose wish changes nothing', async () => {
  const { secretOf, unshare } = await jobs.spoken()
  const secret = await secretOf()
  const other = callers.account(newIdentity({ userId: await jobs.account('free') }))
  expect(await unshare(other)).toMatchObject(problem(404, 'Job not found', 'job_not_found'))
  expect((await jobs.opened(secret)).status).toBe(200)
})
