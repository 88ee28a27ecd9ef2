import { randomUUID } from 'node:crypto'
import { identityHeader } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { expect, test } from 'vitest'
import { accountState } from '../../src/consumes/account-state.ts'
import type { BroadcastDeps } from '../../src/deps.ts'
import { callers, openNotifier, textOf } from '../support/open-notifier.ts'

const at = '2026-03-20T12:00:00.000Z'

test('the streams of a deleted account end, and those of another go on', async () => {
  await using server = await openNotifier()
  const abort = new AbortController()
  const follow = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/events`, { headers, signal: abort.signal })
  const other = newIdentity()
  const [mine, second, theirs] = await Promise.all([
    follow(server.headers),
    follow(server.headers),
    follow({ [identityHeader]: callers.account(other) }),
  ])
  const state = (deleted?: true) =>
    accountState({ streams: server.streams } as BroadcastDeps).handle(
      { username: '', email: '', signedUpAt: at, ...(deleted && { deleted }) },
      { userId: server.userId, version: 2, occurredAt: at },
    )
  const change = { version: 1, at: new Date(), status: 'pending' as const, progress: 0 }
  const publish = (userId: string) => {
    const jobId = randomUUID()
    server.hub.publish({ ...change, userId, jobId })
    return jobId
  }
  await state()
  const jobId = publish(server.userId)
  await state(true)
  const otherJobId = publish(other.userId)
  // Whole streams: they have ended.
  for (const stream of [mine, second]) expect(await textOf(stream)).toContain(jobId)
  expect(await textOf(theirs, otherJobId)).toContain(otherJobId)
  abort.abort()
})
