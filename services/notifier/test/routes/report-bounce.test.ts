import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openWebhooks } from '../support/open-webhooks.ts'

const notifier = await closedAfterAll(openWebhooks())
const path = '/internal/bounces'

test('200: the operator names the address from which a mail came back', async () => {
  const body = { userId: randomUUID(), email: 'ada@example.com' }
  const answer = await notifier.request('POST', path, callers.internal('operator'), { body })
  expect([answer.status, answer.body]).toEqual([200, { userId: body.userId }])
  expect(await notifier.choices.read(body.userId)).toMatchObject({ bouncedEmail: 'ada@example.com' })
})

test('401: nobody else does', async () => {
  const body = { userId: randomUUID(), email: 'ada@example.com' }
  const { token } = await notifier.account()
  for (const other of [token, undefined, callers.internal('jobs')])
    expect((await notifier.request('POST', path, other, { body })).status).toBe(401)
})
