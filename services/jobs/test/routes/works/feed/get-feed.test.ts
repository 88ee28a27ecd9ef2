import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('get-feed'))

test('whether there is one and since when, never its address', async () => {
  const { path, userId } = await works.make([20])
  expect(await works.ask('GET', `${path}/feed`, userId)).toMatchObject({ status: 200, body: {} })
  const since = works.now().toISOString()
  await works.ask('PUT', `${path}/feed`, userId)
  expect((await works.ask('GET', `${path}/feed`, userId)).body).toEqual({ since })
  expect((await works.ask('GET', path, userId)).body).not.toHaveProperty('feed')
})

test('404 for another account', async () => {
  const { path } = await works.make([20])
  expect(await notFoundFor(works, 'GET', `${path}/feed`)).toMatchObject({ code: 'work_not_found' })
})
