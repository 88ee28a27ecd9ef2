import { randomUUID } from 'node:crypto'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { createAudioAddresses } from '@utter/storage/audio-address'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Lifecycle, openLifecycle, signedUpAt } from './support/open-lifecycle.ts'

let lifecycle: Lifecycle
beforeAll(async () => {
  lifecycle = await openLifecycle('jobs-prefer-wait')
})
afterAll(() => lifecycle.close())

test('a request that waits for an end is answered 202 at once when the process is asked to stop', async () => {
  const identity = createTestIdentity()
  const stop = new AbortController()
  await using app = buildApp(
    {
      ...lifecycle.deps,
      guard: createIdentityGuard(identity.publicKeys, 'jobs'),
      audio: createAudioAddresses('a'.repeat(32)),
      loadShedding: { run: (submit) => submit(), checkRoom: () => {} },
      allowPrivateWebhooks: false,
      stopping: stop.signal,
    },
    createLog('jobs', 'silent'),
  )
  const userId = randomUUID()
  const person = {
    userId,
    tier: 'free' as const,
    signedUpAt: signedUpAt.toISOString(),
    scopes: ['jobs:write' as const],
  }
  const answer = app.inject({
    method: 'POST',
    url: '/api/tts',
    headers: {
      prefer: 'wait=20',
      [identityHeader]: identity.signer('gateway').caller('jobs', { address: '127.0.0.1', person }),
    },
    payload: { userText: 'Good morning', requestId: randomUUID(), voiceId: 'default' },
  })
  const isTaken = async () => (await lifecycle.deps.jobs.countByStatus(userId, 'pending')) === 1
  await expect.poll(isTaken).toBe(true)
  const askedMs = performance.now()
  stop.abort()
  expect(await answer).toMatchObject({ statusCode: 202 })
  expect(performance.now() - askedMs).toBeLessThan(2_000)
})
