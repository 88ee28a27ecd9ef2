import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('cancel'))

test('cancelled it stays so, and is not resumed', async () => {
  const { userId, path } = await works.make([20])
  expect(await notFoundFor(works, 'POST', `${path}/cancel`)).toMatchObject({ code: 'work_not_found' })
  expect(await works.ask('POST', `${path}/cancel`, userId)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
  expect(await works.ask('POST', `${path}/resume`, userId)).toMatchObject({
    status: 409,
    body: { error: 'The work was cancelled' },
  })
})
