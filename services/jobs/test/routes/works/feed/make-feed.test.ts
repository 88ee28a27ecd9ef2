import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers } from '../../../support/open-jobs.ts'
import { notFoundFor, openWorkRoutes } from '../../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('make-feed'))

test('an address with 256 random bits, another one each time, of which a hash alone is kept', async () => {
  const { path, userId, work } = await works.make([20])
  const addresses = []
  for (let times = 0; times < 2; times++) {
    const { status, body } = await works.ask('PUT', `${path}/feed`, userId)
    expect([status, body.since]).toEqual([200, works.now().toISOString()])
    expect(body.url).toMatch(/^https:\/\/utter\.example\/feeds\/[\w-]{43}\/feed\.xml$/)
    addresses.push(body.url)
    const secret = body.url.split('/')[4]
    expect(JSON.stringify(await work.read())).not.toContain(secret)
  }
  expect(new Set(addresses).size).toBe(2)
})

test('a key that may write alone gets none, since the address reads', async () => {
  const { path, userId } = await works.make([20])
  const key = callers.account(newIdentity({ userId, tier: 'creator', keyId: 'k', scopes: ['jobs:write'] }))
  expect((await works.request('PUT', `${path}/feed`, key)).status).toBe(403)
})

test('404 for another account, and for a work that is deleted', async () => {
  const { path, userId } = await works.make([20])
  expect(await notFoundFor(works, 'PUT', `${path}/feed`)).toMatchObject({ code: 'work_not_found' })
  await works.ask('DELETE', path, userId)
  expect(await works.ask('PUT', `${path}/feed`, userId)).toMatchObject({ status: 404 })
})
