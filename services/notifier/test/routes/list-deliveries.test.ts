import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, missingScope } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openReceiver, status } from '../support/open-receiver.ts'
import { callers, openWebhooks } from '../support/open-webhooks.ts'

const webhooks = await closedAfterAll(openWebhooks())
const receiver = await closedAfterAll(
  openReceiver((response, count) => status(count === 1 ? 500 : 200, {}, `answer ${count}`)(response, count)),
)

const list = (token: string | undefined, query = '') =>
  webhooks.request('GET', `/api/webhooks/deliveries${query}`, token)
const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id)

test('200: each attempt with its time, status, ms and answer, and when the next one is', async () => {
  const { userId, token } = await webhooks.account(receiver.url)
  const jobId = await webhooks.finish(userId)
  await webhooks.delivery(userId, jobId, ({ attempted, leasedUntil }) => attempted === 1 && !leasedUntil)
  const at = webhooks.clock.now().toISOString()
  const { status, body } = await list(token)
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      ...{ id: `msg_${jobId}_completed`, jobId, type: 'job.completed', url: receiver.url },
      ...{ status: 'pending', reason: null, createdAt: at, nextAttemptAt: expect.any(String), attempted: 1 },
      attempts: [{ at, status: 500, error: 'The receiver answered 500', ms: expect.any(Number), answer: 'answer 1' }],
    },
  ])
  expect(JSON.stringify(body)).not.toContain('Well')
})

test('200: newest first, page by page, of a job or of a status', async () => {
  const { userId, token } = await webhooks.account(receiver.url)
  const jobs: string[] = []
  for (let i = 0; i < 5; i++) {
    jobs.unshift(await webhooks.finish(userId))
    await webhooks.delivery(userId, jobs[0] ?? '', (one) => one.status === 'delivered')
    // Two of one millisecond are in their order, too.
    if (i % 2) webhooks.move(1)
  }
  const all = idsOf(await list(token))
  expect(all).toHaveLength(5)
  const paged: string[] = []
  for (let path: string | undefined = '?limit=2&status=delivered'; path !== undefined; ) {
    const page = await list(token, path)
    paged.push(...idsOf(page))
    const link: string = String(page.headers.link ?? '')
    path = /^<\/api\/webhooks\/deliveries(\?[^>]+)>; rel="next"$/.exec(link)?.[1]
  }
  expect(paged).toEqual(all)
  expect(idsOf(await list(token, `?jobId=${jobs[2]}`))).toEqual([`msg_${jobs[2]}_completed`])
  expect(idsOf(await list(token, `?jobId=${jobs[2]}&status=failed`))).toEqual([])
  expect((await list(token, '?status=pending')).body).toEqual([])
})

test('200: nothing of another account', async () => {
  const [{ userId }, stranger] = [await webhooks.account(receiver.url), await webhooks.account(receiver.url)]
  const jobId = await webhooks.finish(userId)
  expect((await list(stranger.token)).body).toEqual([])
  expect((await list(stranger.token, `?jobId=${jobId}`)).body).toEqual([])
})

test('200 for a key that may read jobs, 403 for another', async () => {
  expect(await list(callers.key(['jobs:read']))).toMatchObject({ status: 200, body: [] })
  expect(await list(callers.key(['jobs:write']))).toMatchObject(missingScope('jobs:read'))
})

test.each([
  ['?status=lost', 'status', 'status must be one of pending, delivered, failed, stopped'],
  ['?limit=0', 'limit', 'limit must be at least 1'],
  ['?cursor=x', 'cursor', 'cursor is not one of ours'],
  ['?jobId=a&jobId=b', 'jobId', 'jobId must be given once'],
])('400: %s', async (query, field, message) => {
  expect(await list((await webhooks.account()).token, query)).toMatchObject(invalid(field, message))
})
