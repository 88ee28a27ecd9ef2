import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openWebhooks } from '../support/open-webhooks.ts'

const notifier = await closedAfterAll(openWebhooks())

const at = (minute: number) => new Date(Date.UTC(2026, 2, 20, 12, minute)).toISOString()
const see = (token: string, until: unknown) =>
  notifier.request('POST', '/api/notifications/seen', token, { body: { until } })

test('200: those until the time are seen, and what came since is not', async () => {
  const { userId, token } = await notifier.account()
  for (const minute of [1, 2, 3])
    await notifier.handle('notice-made', userId, {
      cause: String(minute),
      at: at(minute),
      notice: { kind: 'key-created', name: String(minute) },
    })
  expect(await see(token, at(2))).toMatchObject({ status: 200, body: { unseen: 1 } })
  const { body } = await notifier.request('GET', '/api/notifications', token)
  expect(body.notices.map(({ seenAt }: { seenAt: unknown }) => seenAt !== null)).toEqual([false, true, true])
})

test.each([[undefined], ['yesterday'], [7]])('400: until %j', async (until) => {
  const { token } = await notifier.account()
  expect(await see(token, until)).toMatchObject(invalid('until', 'until must be a time such as 2026-03-20T12:00:00Z'))
})
