import { randomUUID } from 'node:crypto'
import type { WorkView } from '@utter/contracts/http/works/views'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { problem } from '@utter/testing/problems'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { WorkChange } from '../../src/domain/work-change.ts'
import { aChapterChange, aChapterRow, aWorkView } from '../support/a-work-view.ts'
import { openReceiver, type Receiver, status } from '../support/open-receiver.ts'
import { openWebhooks, publicUrl } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())

/** A work that jobs has, of an account with a webhook. */
async function aBook(receiver: Receiver, more: Partial<WorkView> = {}) {
  const account = await webhooks.account(receiver.url)
  const workId = randomUUID()
  const first = aChapterRow({ audioUrl: `/api/works/${workId}/chapters/one/audio.mp3` })
  const work = aWorkView({ workId, chapters: [first, aChapterRow({ title: 'Back' })], ...more })
  webhooks.works.set(workId, work)
  const { userId } = account
  const all = () => webhooks.ofWork(userId, workId)
  return {
    ...account,
    work,
    first: work.chapters[0] ?? first,
    tell: (change: Partial<WorkChange>) => webhooks.changeWork(userId, work, change),
    /** A chapter of it, which has changed. */
    chapter: (row = first) => {
      const { chapter } = aChapterChange(work, 1, row, 3)
      return chapter ? { chapter } : {}
    },
    all,
    /** Its deliveries, once so many are over. */
    ended: (count: number) =>
      eventually('the deliveries are over', async () => {
        const found = await all()
        return found.length === count && found.every((one) => one.status !== 'pending') ? found : undefined
      }),
    list: async (query: string) =>
      (await webhooks.request('GET', `/api/webhooks/deliveries${query}`, account.token)).body,
  }
}
const bodies = (receiver: Receiver) => receiver.received.map(({ body }) => JSON.parse(body))

test('a chapter that is completed reaches the account’s webhook once, with its address, and is verified', async () => {
  webhooks.move(Date.now() - webhooks.clock.now().getTime())
  await using receiver = await openReceiver()
  const { userId, secret, work, first, tell, chapter, ended, list } = await aBook(receiver)
  const { chapterId } = first
  const at = webhooks.clock.now().toISOString()
  // As it is published again after a death, and by another replica.
  await Promise.all([tell({ at, ...chapter() }), tell({ at, ...chapter() })])
  await ended(1)
  await tell({ at, ...chapter() })
  const [delivery, ...others] = await ended(1)
  expect(others).toEqual([])
  expect(delivery).toMatchObject({ _id: `msg_${chapterId}_1_completed`, status: 'delivered', attempted: 1 })
  expect(bodies(receiver)).toEqual([
    {
      type: 'work.chapter.completed',
      timestamp: at,
      data: {
        ...{ workId: work.workId, requestId: 'book-1', title: 'Two boats', state: 'speaking', progress: 50 },
        ...{ characters: 600, calls: 1, durationMs: 24_000 },
        chapter: {
          ...{ chapterId, title: 'Out', position: 0, revision: 1, state: 'completed', durationMs: 24_000 },
          audioUrl: `${publicUrl}/api/works/${work.workId}/chapters/one/audio.mp3`,
        },
      },
    },
  ])
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received
  expect(new Webhook(secret).verify(body, headers as never)).toEqual(JSON.parse(body))
  expect(await list(`?workId=${work.workId}`)).toMatchObject([
    { id: delivery?._id, workId: work.workId, chapterId, type: 'work.chapter.completed', status: 'delivered' },
  ])
  expect((await list(''))[0]).not.toHaveProperty('jobId')
  expect(await list(`?workId=${randomUUID()}`)).toEqual([])
  // Jobs keeps no count of the tries of works.
  expect(webhooks.published.filter((one) => one.userId === userId && one.event.type === 'webhook-attempted')).toEqual(
    [],
  )
  expect(delivery).not.toHaveProperty('unpublishedSince')
})

test('a changed chapter is sent again by its new revision, a failed one with its sentence', async () => {
  await using receiver = await openReceiver()
  const { work, first, tell, chapter, ended } = await aBook(receiver)
  await tell(chapter())
  await ended(1)
  const failed = { ...first, revision: 2, state: 'failed' as const, error: 'Invalid voice ID' }
  webhooks.works.set(work.workId, { ...work, chapters: [failed] })
  await tell(chapter({ ...first, revision: 2, state: 'speaking' }))
  await tell(chapter(failed))
  await ended(2)
  expect(bodies(receiver).map(({ type, data }) => [type, data.chapter.revision, data.chapter.error])).toEqual([
    ['work.chapter.completed', 1, undefined],
    ['work.chapter.failed', 2, 'Invalid voice ID'],
  ])
})

test('the end of a work and its pauses by the platform are sent once for each time that they come; its owner’s acts are not', async () => {
  await using receiver = await openReceiver()
  const { work, tell, ended } = await aBook(receiver)
  const reason = 'Monthly call limit reached'
  await tell({ version: 1, state: 'speaking' })
  await tell({ version: 2, state: 'paused', reason })
  await tell({ version: 2, state: 'paused', reason })
  await tell({ version: 4, state: 'paused' })
  await tell({ version: 6, state: 'paused', reason })
  await tell({ version: 7, state: 'cancelled' })
  await tell({ version: 8, state: 'failed' })
  await tell({ version: 10, state: 'completed' })
  const deliveries = await ended(4)
  expect(deliveries.map(({ _id }) => _id).sort()).toEqual(
    [`10_completed`, `2_paused`, `6_paused`, `8_failed`].map((end) => `msg_${work.workId}_${end}`),
  )
  const sent = bodies(receiver).map(({ type, data }) => [type, data.state, data.reason])
  expect(sent.sort()).toEqual([
    ['work.completed', 'completed', undefined],
    ['work.failed', 'failed', undefined],
    ['work.paused', 'paused', reason],
    ['work.paused', 'paused', reason],
  ])
})

test('the end of a section of a work is not sent, that of any other job is', async () => {
  await using receiver = await openReceiver()
  const { userId } = await webhooks.account(receiver.url)
  const end = {
    ...{ jobId: randomUUID(), status: 'completed', progress: 100, owed: true, cached: false },
    ...{ createdAt: webhooks.clock.now().toISOString(), completedAt: webhooks.clock.now().toISOString() },
  }
  await webhooks.handle('job-finished', userId, { ...end, workId: randomUUID() })
  const jobId = await webhooks.finish(userId)
  await webhooks.delivery(userId, jobId, (one) => one.status === 'delivered')
  expect(await webhooks.of(userId)).toHaveLength(1)
})

test('what waits for its receiver stops when its work is deleted, keeps none of its text, and is not sent again', async () => {
  await using receiver = await openReceiver(status(500, {}, 'Two boats?'))
  const { userId, token, work, tell, chapter, all } = await aBook(receiver)
  await tell(chapter())
  const tried = () =>
    eventually('it was tried', async () => {
      const [one] = await all()
      return one && one.attempted === 1 && !one.leasedUntil ? one : undefined
    })
  const { _id } = await tried()
  const stored = () => webhooks.mongo.connection.collection('deliveries').findOne({ userId })
  expect(JSON.stringify(await stored())).toContain('Two boats')
  webhooks.works.delete(work.workId)
  await webhooks.handle('work-deleted', userId, { workId: work.workId })
  expect(await stored()).toMatchObject({ status: 'stopped', reason: 'work_deleted', attempts: [] })
  expect(JSON.stringify(await stored())).not.toContain('Two boats')
  const resend = await webhooks.request('POST', `/api/webhooks/deliveries/${_id}/resend`, token)
  expect(resend).toMatchObject(problem(409, 'The work was deleted', 'work_deleted'))
  const since = { body: { since: '2026-01-01T00:00:00Z' } }
  expect((await webhooks.request('POST', '/api/webhooks/recover', token, since)).body).toEqual({ deliveries: 0 })
  // A change that comes late finds no work.
  await tell({ version: 2, state: 'completed' })
  const late = () =>
    eventually('it is stopped', async () => {
      const one = (await all()).find(({ outcome, chapterId }) => outcome === 'completed' && chapterId === undefined)
      return one?.status === 'stopped' ? one : undefined
    })
  expect(await late()).toMatchObject({ reason: 'work_deleted', attempted: 0 })
})

test('one that was not delivered is sent again at its owner’s request, alone or with the others', async () => {
  await using receiver = await openReceiver(status(410))
  const { token, tell, chapter, all, ended } = await aBook(receiver)
  await tell(chapter())
  const [failed] = await ended(1)
  expect(failed?.status).toBe('failed')
  await tell({ version: 2, state: 'completed' })
  expect((await all()).map((one) => one.reason)).toContain('disabled')
  receiver.answers(status(200))
  await webhooks.setUrl(token, receiver.url)
  const again = await webhooks.request('POST', `/api/webhooks/deliveries/${failed?._id}/resend`, token)
  expect(again.status).toBe(202)
  await webhooks.request('POST', '/api/webhooks/recover', token, { body: { since: '2026-01-01T00:00:00Z' } })
  await eventually('both are delivered', async () => (await all()).every((one) => one.status === 'delivered'))
})
