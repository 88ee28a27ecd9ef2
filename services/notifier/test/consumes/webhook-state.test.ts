import { identityHeader } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { expect, test } from 'vitest'
import { webhookState } from '../../src/consumes/webhook-state.ts'
import { callers, openNotifier, textOf } from '../support/open-notifier.ts'

const at = '2026-03-20T12:00:00.000Z'
const disabled = { webhookUrl: 'https://example.com/', disabledAt: at, disabledReason: 'gone' } as const
const change = { version: 1, at: new Date(), status: 'pending' as const, progress: 0 }

test('a webhook that is disabled is told to its account’s own streams once, without its address, and to no other', async () => {
  await using server = await openNotifier()
  const abort = new AbortController()
  const follow = (token: string) =>
    fetch(`${server.url}/api/events`, { headers: { [identityHeader]: token }, signal: abort.signal })
  const other = newIdentity()
  const [mine, theirs] = await Promise.all([follow(server.token), follow(callers.account(other))])
  const consume = (data: object, version: number) =>
    webhookState({ streams: server.streams }).handle(data, { userId: server.userId, version, occurredAt: at })
  await consume({ webhookUrl: 'https://example.com/' }, 1)
  await consume(disabled, 2)
  await consume(disabled, 2)
  server.hub.publish({ ...change, userId: server.userId, jobId: 'last-of-mine' })
  server.hub.publish({ ...change, userId: other.userId, jobId: 'last-of-theirs' })
  const text = await textOf(mine, 'last-of-mine')
  expect(text.match(/event: webhook-disabled\n.*/g)).toEqual([
    `event: webhook-disabled\ndata: ${JSON.stringify({ at, reason: 'gone' })}`,
  ])
  expect(text).not.toContain('example.com')
  expect(await textOf(theirs, 'last-of-theirs')).not.toContain('webhook-disabled')
  abort.abort()
})
