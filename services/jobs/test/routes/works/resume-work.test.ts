import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('resume'))

test('a paused work goes on; 409 for one that is spoken', async () => {
  const { userId, path, work } = await works.make([20])
  expect(await notFoundFor(works, 'POST', `${path}/resume`)).toMatchObject({ code: 'work_not_found' })
  await works.ask('POST', `${path}/pause`, userId)
  expect(await works.ask('POST', `${path}/resume`, userId)).toMatchObject({ status: 200, body: { state: 'speaking' } })
  await work.speakAll()
  expect(await works.ask('POST', `${path}/resume`, userId)).toMatchObject({
    status: 409,
    body: { error: 'The work is neither paused nor failed' },
  })
})
