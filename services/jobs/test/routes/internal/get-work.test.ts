import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { deleteWork } from '../../../src/lifecycle/works/change-state.ts'
import { callers } from '../../support/open-jobs.ts'
import { openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('get-work-for-notifier'))

const get = (userId: string, id: string) =>
  works.request('GET', `/internal/accounts/${userId}/works/${id}`, callers.internal('notifier'))

test('200: the work as its owner sees it, with the versions that its events have', async () => {
  const { userId, view, path, work } = await works.make([300])
  const [chapter] = await work.outlines()
  expect(await get(userId, view.workId)).toMatchObject({
    status: 200,
    body: { work: view, version: 1, chapterVersions: { [chapter?._id ?? '']: chapter?.rev } },
  })
  await works.ask('POST', `${path}/pause`, userId)
  expect((await get(userId, view.workId)).body).toMatchObject({ work: { state: 'paused' }, version: 2 })
})

test('400: an id of an account that is none', async () => {
  expect(await get('x', 'y')).toMatchObject(invalid('userId', 'userId must be a UUID'))
})

test('404: a work of another account, and one that is being deleted', async () => {
  const { userId, view } = await works.make([300])
  const missing = problem(404, 'Work not found', 'work_not_found')
  expect(await get(randomUUID(), view.workId)).toMatchObject(missing)
  await deleteWork(works.deps, userId, view.workId)
  expect(await get(userId, view.workId)).toMatchObject(missing)
})
