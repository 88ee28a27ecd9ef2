import { randomUUID } from 'node:crypto'
import { identityHeader } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { expect, test } from 'vitest'
import { jobDeleted } from '../../src/consumes/job-deleted.ts'
import { callers, openNotifier, textOf } from '../support/open-notifier.ts'

const occurredAt = '2026-03-20T12:00:00.000Z'
const change = { version: 1, at: new Date(), status: 'pending' as const, progress: 0 }

test('a job that is deleted is told to its account’s own streams once, and to no other', async () => {
  await using server = await openNotifier()
  const abort = new AbortController()
  const follow = (token: string) =>
    fetch(`${server.url}/api/events`, { headers: { [identityHeader]: token }, signal: abort.signal })
  const other = newIdentity()
  const [mine, theirs] = await Promise.all([follow(server.token), follow(callers.account(other))])
  const [first, second] = [randomUUID(), randomUUID()]
  for (const jobId of [first, first, second])
    await jobDeleted(server).handle({ jobId }, { userId: server.userId, version: 1, occurredAt })
  server.hub.publish({ ...change, userId: server.userId, jobId: 'last-of-mine' })
  server.hub.publish({ ...change, userId: other.userId, jobId: 'last-of-theirs' })
  const text = await textOf(mine, 'last-of-mine')
  expect(text.match(/event: job-deleted\n.*/g)).toEqual(
    [first, second].map((jobId) => `event: job-deleted\ndata: ${JSON.stringify({ jobId })}`),
  )
  expect(await textOf(theirs, 'last-of-theirs')).not.toContain('job-deleted')
  abort.abort()
})
