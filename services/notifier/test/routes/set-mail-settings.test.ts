import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openWebhooks } from '../support/open-webhooks.ts'

const notifier = await closedAfterAll(openWebhooks())

const path = '/api/settings/notifications'
const set = (token: string, body: unknown) => notifier.request('PUT', path, token, { body })
const kindsWithout = (body: { kinds: Record<string, unknown>[] }, field: 'isMailed' | 'isSentToWebhook') =>
  body.kinds.filter((one) => one[field] === false && (field === 'isMailed' || one.webhookType)).map(({ kind }) => kind)

test('200: what is named is turned off, and a list that is left out stays', async () => {
  const { token } = await notifier.account()
  const first = await set(token, { withoutMail: ['invoice-paid', 'invoice-paid'], withoutWebhook: ['plan-changed'] })
  expect(first.status).toBe(200)
  const second = await set(token, { withoutMail: ['signed-in'] })
  for (const { body } of [second, await notifier.request('GET', path, token), await set(token, {})])
    expect([kindsWithout(body, 'isMailed'), kindsWithout(body, 'isSentToWebhook')]).toEqual([
      ['signed-in'],
      ['plan-changed'],
    ])
  expect(kindsWithout((await set(token, { withoutMail: [], withoutWebhook: [] })).body, 'isMailed')).toEqual([])
})

test('400: mails that guard the account are always sent, and a kind must be one', async () => {
  const { token } = await notifier.account()
  expect(await set(token, { withoutMail: ['password-changed'] })).toMatchObject(
    invalid('withoutMail', 'Mails of the kind password-changed are always sent'),
  )
  expect(await set(token, { withoutMail: ['nonsense'] })).toMatchObject(
    invalid('withoutMail.0', 'withoutMail must hold kinds of notices'),
  )
  expect(await set(token, { withoutWebhook: 'all' })).toMatchObject(
    invalid('withoutWebhook', 'withoutWebhook must be a list of kinds'),
  )
})
