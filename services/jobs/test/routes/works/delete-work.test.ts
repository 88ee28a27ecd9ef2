import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('delete'))

test('204, and from then on it is not there', async () => {
  const { userId, path } = await works.make([20])
  expect(await notFoundFor(works, 'DELETE', path)).toMatchObject({ code: 'work_not_found' })
  expect((await works.ask('DELETE', path, userId)).status).toBe(204)
  for (const method of ['GET', 'DELETE'] as const)
    expect(await works.ask(method, path, userId)).toMatchObject({ status: 404, body: { code: 'work_not_found' } })
})

test('its jobs are neither cancelled nor deleted without it', async () => {
  const { userId, work } = await works.make([20])
  await work.advance()
  const [job] = await work.inFlight()
  const refused = { status: 409, body: { code: 'job_of_work' } }
  expect(await works.ask('POST', `/api/jobs/${job?._id}/cancel`, userId)).toMatchObject(refused)
  if (job) await work.report(job)
  expect(await works.ask('DELETE', `/api/jobs/${job?._id}`, userId)).toMatchObject(refused)
})
