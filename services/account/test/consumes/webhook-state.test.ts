import type { DataOf } from '@utter/contracts/event'
import type { WebhookState } from '@utter/contracts/events/webhook-state'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { webhookState } from '../../src/consumes/webhook-state.ts'
import { callerToken } from '../support/callers.ts'
import { openAccount } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

const url = 'https://hooks.example.com/utter?token=abc'
const disabledAt = '2026-03-20T12:00:00.000Z'
async function open() {
  const { userId, address, session } = await account.member()
  const token = callerToken({ address, identity: session })
  return {
    state: (version: number, data: DataOf<typeof WebhookState>) => account.consume(webhookState, userId, version, data),
    shown: async () => (await account.request('GET', '/api/auth/me', token)).body.user.webhookUrl,
    audit: async () =>
      (await account.request('GET', '/api/auth/audit', token)).body
        .filter(({ action }: { action: string }) => action.startsWith('webhook'))
        .map(({ actor, action, target }: Record<string, string>) => [actor, action, target]),
  }
}

test('me shows the account’s webhook, by its latest state', async () => {
  const { state, shown } = await open()
  expect(await shown()).toBeNull()
  await state(1, { webhookUrl: url })
  expect(await shown()).toBe(url)
  await state(3, { webhookUrl: null })
  await state(2, { webhookUrl: url })
  expect(await shown()).toBeNull()
})

test('the audit has what its owner did, and that it was disabled, each once and without the address', async () => {
  const { state, audit } = await open()
  const disabled = { webhookUrl: url, disabledAt, disabledReason: 'gone' } as const
  for (const [version, data] of [
    [1, { webhookUrl: url }],
    [1, { webhookUrl: url }],
    [2, disabled],
    [2, disabled],
    [3, { webhookUrl: url }],
    [4, { webhookUrl: null }],
  ] as const)
    await state(version, data)
  expect(await audit()).toEqual([
    ['owner', 'webhook-removed', null],
    ['owner', 'webhook-set', 'hooks.example.com'],
    ['delivery', 'webhook-disabled', 'hooks.example.com'],
    ['owner', 'webhook-set', 'hooks.example.com'],
  ])
})
