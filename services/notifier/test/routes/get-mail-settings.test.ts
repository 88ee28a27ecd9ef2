import { noticeKinds } from '@utter/contracts/http/notices/notice'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openWebhooks } from '../support/open-webhooks.ts'

const notifier = await closedAfterAll(openWebhooks())

test('each kind, as it is until the owner chooses', async () => {
  const { token } = await notifier.account()
  const { status, body } = await notifier.request('GET', '/api/settings/notifications', token)
  expect([status, body.isMailing]).toEqual([200, true])
  expect(body.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(noticeKinds)
  for (const { isMailed, webhookType, isSentToWebhook } of body.kinds)
    expect([isMailed, isSentToWebhook]).toEqual([true, webhookType !== null])
})
