import { randomUUID } from 'node:crypto'
import type { TierName } from '@utter/contracts/plans'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { createAudioAddresses } from '@utter/storage/audio-address'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Lifecycle, openLifecycle, signedUpAt } from './support/open-lifecycle.ts'

let lifecycle: Lifecycle
beforeAll(async () => {
  lifecycle = await openLifecycle('jobs-webhook-url')
})
afterAll(() => lifecycle.close())

async function submit(tier: TierName, webhookUrl: string, allowPrivateWebhooks = false) {
  const identity = createTestIdentity()
  await using app = buildApp(
    {
      ...lifecycle.deps,
      guard: createIdentityGuard(identity.publicKeys, 'jobs'),
      audio: createAudioAddresses('a'.repeat(32)),
      loadShedding: { run: (act) => act(), checkRoom: () => {} },
      allowPrivateWebhooks,
      stopping: new AbortController().signal,
    },
    createLog('jobs', 'silent'),
  )
  const userId = randomUUID()
  const person = { userId, tier, signedUpAt: signedUpAt.toISOString(), scopes: ['jobs:write' as const] }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/tts',
    headers: { [identityHeader]: identity.signer('gateway').caller('jobs', { address: '127.0.0.1', person }) },
    payload: { userText: 'Good morning', requestId: randomUUID(), voiceId: 'default', webhookUrl },
  })
  return { status: answer.statusCode, body: answer.json(), allowance: await lifecycle.deps.allowances.read(userId) }
}

test('a webhook is for paid plans', async () => {
  const { status, body, allowance } = await submit('free', 'https://example.com/hook')
  expect([status, body.error]).toEqual([403, 'Webhooks are available on paid plans'])
  expect(allowance).toBeNull()
  expect((await submit('starter', 'https://example.com/hook')).status).toBe(202)
})

test.each([
  'http://127.0.0.1:6379/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://localhost/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://10.0.0.7/',
])('one that leads inside is refused by its field: %s', async (webhookUrl) => {
  const { status, body, allowance } = await submit('pro', webhookUrl)
  expect([status, body.details]).toEqual([
    400,
    [{ field: 'webhookUrl', message: 'Webhook URL must lead to a public address' }],
  ])
  expect(allowance).toBeNull()
  expect((await submit('pro', webhookUrl, true)).status).toBe(202)
})
