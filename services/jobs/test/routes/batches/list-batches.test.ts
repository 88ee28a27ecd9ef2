import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('list-batches'))

async function account() {
  const userId = await jobs.account('pro')
  const token = callers.account(newIdentity({ userId, tier: 'pro' }))
  const submit = async (texts: string[]) => {
    const list = texts.map((userText) => ({ userText, requestId: randomUUID(), voiceId: 'default' }))
    const { body } = await jobs.request('POST', '/api/batch', token, { body: { jobs: list } })
    return body as { batchId: string; jobs: { jobId: string }[] }
  }
  return { userId, token, submit }
}

/** Every page of the list, by its links. */
async function pagesOf(token: string, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  for (let path: string | undefined = `/api/batches?limit=${limit}`; path; ) {
    const { body, headers } = await jobs.request('GET', path, token)
    pages.push((body as { batchId: string }[]).map(({ batchId }) => batchId))
    path = /<(.+)>/.exec(String(headers.link ?? ''))?.[1]
  }
  return pages
}

test('200: the batches, newest first, each counted from its jobs', async () => {
  const { userId, token, submit } = await account()
  const older = await submit(['Low water', 'High water'])
  jobs.passMs(1_000)
  const newer = await submit(['x'.repeat(500)])
  await complete(jobs, userId, older.jobs[0]?.jobId ?? '')
  expect(await jobs.request('GET', '/api/batches', token)).toMatchObject({
    status: 200,
    body: [
      { batchId: newer.batchId, total: 1, counts: { pending: 1, completed: 0 }, firstText: 'x'.repeat(200) },
      {
        batchId: older.batchId,
        createdAt: expect.any(String),
        total: 2,
        counts: { pending: 1, processing: 0, completed: 1, failed: 0 },
        firstText: 'Low water',
        voiceId: 'default',
      },
    ],
  })
})

test('page by page each batch is listed once, also those that were submitted at the same time', async () => {
  const { token, submit } = await account()
  const made = await Promise.all(Array.from({ length: 5 }, () => submit(['One', 'Two', 'Three'])))
  const pages = await pagesOf(token, 2)
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat().sort()).toEqual(made.map(({ batchId }) => batchId).sort())
})

test('an account without batches has an empty list, and nobody sees another’s', async () => {
  await (await account()).submit(['Mine alone'])
  const { token } = await account()
  expect(await jobs.request('GET', '/api/batches', token)).toMatchObject({ status: 200, body: [] })
})

test('400 for a page that is too long', async () => {
  const { token } = await account()
  expect(await jobs.request('GET', '/api/batches?limit=21', token)).toMatchObject(
    invalid('limit', 'limit must be a whole number from 1 to 20'),
  )
})
