import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { newJob } from '../../../src/domain/job/new-job.ts'
import { submit } from '../../../src/lifecycle/submit/submit.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'
import { signedUpAt } from '../../support/open-lifecycle.ts'
import { reports } from '../../support/reports.ts'

const jobs = await closedAfterAll(openJobs('get-job-details'))

type Named = { userId: string; id: string }
const ask = (named: unknown, token: string | undefined = callers.internal('notifier')) =>
  jobs.request('POST', '/internal/job-details', token, { body: { jobs: named } })
const details = async (named: Named[]) => (await ask(named)).body

/** A job whose text is answered first. */
async function submitReply(userId: string): Promise<Named> {
  const request = { userText: 'Hi', requestId: randomUUID(), voiceId: 'default', sessionId: 'default' }
  const draft = newJob('reply', userId, request, randomUUID(), jobs.now())
  const { job } = await submit(jobs.deps, draft, { signedUpAt })
  jobs.passMs(1)
  return { userId, id: job._id }
}

test('200: positions while jobs wait, the reply once it is written, and nothing of a job that has ended', async () => {
  const userId = await jobs.account('free')
  const named: Named[] = []
  for (let i = 0; i < 4; i++) named.push(await submitReply(userId))
  const [first = '', second = '', third = '', fourth = ''] = named.map(({ id }) => id)
  const seconds = expect.any(Number)
  expect(await details(named)).toEqual({
    [first]: { position: 0, expectedSeconds: seconds },
    [second]: { position: 0, expectedSeconds: seconds },
    [third]: { position: 1, expectedSeconds: seconds },
    [fourth]: { position: 2, expectedSeconds: seconds },
  })
  await reports(jobs, userId, first).replyWritten()
  const token = callers.account(newIdentity({ userId }))
  expect((await jobs.request('POST', `/api/jobs/${second}/cancel`, token)).status).toBe(200)
  expect(await details(named)).toEqual({
    [first]: { position: 0, expectedSeconds: seconds, reply: 'Well' },
    [third]: { position: 0, expectedSeconds: seconds },
    [fourth]: { position: 1, expectedSeconds: seconds },
  })
})

test('200: nothing of another account’s job, and nothing of one that is missing', async () => {
  const { id } = await submitReply(await jobs.account('free'))
  const other = await submitReply(await jobs.account('free'))
  const found = await details([{ userId: other.userId, id }, other, { userId: randomUUID(), id: randomUUID() }])
  expect(Object.keys(found)).toEqual([other.id])
})

test.each<[string, unknown, string]>([
  ['no job', [], 'jobs'],
  ['more than 100 jobs', Array(101).fill({ userId: randomUUID(), id: 'a' }), 'jobs'],
  ['an id that is none', [{ userId: 'x', id: 'a' }], 'jobs.0.userId'],
])('400: %s', async (_what, named, field) => {
  const { status, body } = await ask(named)
  expect([status, body.details[0].field]).toEqual([400, field])
})
