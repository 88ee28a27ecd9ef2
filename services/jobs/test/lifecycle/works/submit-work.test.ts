import { WorkRequest } from '@utter/contracts/http/works/requests'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { submitWork } from '../../../src/lifecycle/works/submit-work.ts'
import { workDraftOf } from '../../../src/requests/works/work-draft.ts'
import { workOf, workRequest } from '../../support/a-work.ts'
import { openLifecycle } from '../../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-works-submit'))
const { deps } = lifecycle
const draft = (userId: string, requestId: string, ...lengths: number[]) =>
  workDraftOf({ userId }, WorkRequest.parse(workRequest(requestId, lengths)), 5, lifecycle.now())

test('sent again it is the same work, and another one under its request id is refused', async () => {
  const userId = await lifecycle.account('creator')
  const { work, isNew } = await submitWork(deps, draft(userId, 'r', 50))
  expect(isNew).toBe(true)
  expect(await submitWork(deps, draft(userId, 'r', 50))).toMatchObject({ work: { _id: work._id }, isNew: false })
  await expect(submitWork(deps, draft(userId, 'r', 60))).rejects.toMatchObject({ status: 409 })
  expect(await deps.chapters.outlines(userId, work._id)).toHaveLength(1)
})

test('a submission that dies before it is shown leaves nothing, and may be sent again', async () => {
  const userId = await lifecycle.account('creator')
  const dying = {
    ...deps,
    chapters: {
      ...deps.chapters,
      async insertAll(...given: Parameters<typeof deps.chapters.insertAll>) {
        await deps.chapters.insertAll(...given)
        throw new Error('dead')
      },
    },
  }
  const first = draft(userId, 'r', 50)
  await expect(submitWork(dying, first)).rejects.toThrow('dead')
  await expect(submitWork(deps, draft(userId, 'r', 50))).rejects.toMatchObject({ status: 503 })
  const left = workOf(lifecycle, userId, first.work._id)
  lifecycle.passMs(61_000)
  await left.advance()
  expect(await left.read()).toBeNull()
  expect(await left.outlines()).toEqual([])
  expect(await submitWork(deps, draft(userId, 'r', 50))).toMatchObject({ isNew: true })
})
