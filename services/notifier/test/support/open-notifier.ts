import { randomUUID } from 'node:crypto'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { systemClock as clock } from '@utter/runtime/clock'
import { createAudioAddresses } from '@utter/storage/audio-address'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { buildApp } from '../../src/app.ts'
import type { JobsClient } from '../../src/clients/jobs.ts'
import { createHub } from '../../src/streams/hub.ts'
import { createStreamLimit } from '../../src/streams/stream-limit.ts'
import { openStreamRegistry } from '../../src/streams/stream-registry.ts'

const identity = createTestIdentity()
const log = createLog('notifier', 'silent')

/** The service on a port of its own; jobs answers as given, and `headers` are those of one account. */
export async function openNotifier(answers: Partial<JobsClient> = {}, { maxPerAccount = 10 } = {}) {
  const userId = randomUUID()
  const hub = createHub()
  const jobs: JobsClient = {
    job: async () => null,
    versions: async () => ({}),
    changedSince: async () => [],
    ...answers,
  }
  const streams = openStreamRegistry({ jobs, hub, clock, log })
  const app = buildApp(
    {
      hub,
      jobs,
      streams,
      streamLimit: createStreamLimit(maxPerAccount),
      guard: createIdentityGuard(identity.publicKeys, 'notifier'),
      audio: createAudioAddresses('k'.repeat(32)),
      clock,
      log,
    },
    log,
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const caller = identity.signer('gateway').caller('notifier', {
    address: '127.0.0.1',
    person: { userId, tier: 'free', signedUpAt: new Date().toISOString(), scopes: ['jobs:read'] },
  })
  return {
    hub,
    url,
    userId,
    headers: { [identityHeader]: caller },
    async [Symbol.asyncDispose]() {
      await streams[Symbol.asyncDispose]()
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
    },
  }
}
