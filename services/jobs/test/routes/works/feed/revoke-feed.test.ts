import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers } from '../../../support/open-jobs.ts'
import { notFoundFor, openWorkRoutes } from '../../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('revoke-feed'))

test('there is none any more, and asked for twice it is the same', async () => {
  const { path, userId } = await works.make([20])
  const { url } = (await works.ask('PUT', `${path}/feed`, userId)).body
  for (let times = 0; times < 2; times++) expect((await works.ask('DELETE', `${path}/feed`, userId)).status).toBe(204)
  expect((await works.ask('GET', `${path}/feed`, userId)).body).toEqual({})
  expect((await works.text('GET', new URL(url).pathname, callers.visitor)).status).toBe(404)
})

test('404 for another account, whose work keeps its address', async () => {
  const { path, userId } = await works.make([20])
  await works.ask('PUT', `${path}/feed`, userId)
  expect(await notFoundFor(works, 'DELETE', `${path}/feed`)).toMatchObject({ code: 'work_not_found' })
  expect((await works.ask('GET', `${path}/feed`, userId)).body).toHaveProperty('since')
})
