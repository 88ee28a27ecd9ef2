import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('pause'))

test('paused, and paused again, it is the same; 409 once all of it is spoken', async () => {
  const { userId, path, work } = await works.make([20])
  expect(await notFoundFor(works, 'POST', `${path}/pause`)).toMatchObject({ code: 'work_not_found' })
  for (let times = 0; times < 2; times++)
    expect(await works.ask('POST', `${path}/pause`, userId)).toMatchObject({ status: 200, body: { state: 'paused' } })
  await works.ask('POST', `${path}/resume`, userId)
  await work.speakAll()
  expect(await works.ask('POST', `${path}/pause`, userId)).toMatchObject({
    status: 409,
    body: { error: 'Nothing of the work is left to speak' },
  })
})
