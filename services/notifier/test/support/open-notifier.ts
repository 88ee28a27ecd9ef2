import { randomUUID } from 'node:crypto'
import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { systemClock as clock } from '@utter/runtime/clock'
import { createAudioAddresses } from '@utter/storage/audio-address'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { buildApp } from '../../src/app.ts'
import type { JobsClient } from '../../src/clients/jobs.ts'
import { createHub } from '../../src/streams/hub.ts'
import { createOpenStreams } from '../../src/streams/open-streams.ts'
import { createPlaces } from '../../src/streams/places.ts'

const identity = createTestIdentity()
const log = createLog('notifier', 'silent')

/** The service on a port of its own, beside such jobs; `headers` are those of one person. */
export async function openNotifier(asks: Partial<JobsClient> = {}, { maxOfAccount = 10 } = {}) {
  const userId = randomUUID()
  const hub = createHub()
  const jobs: JobsClient = { job: async () => null, versions: async () => ({}), changedSince: async () => [], ...asks }
  const streams = createOpenStreams({ jobs, hub, log })
  const app = buildApp(
    {
      hub,
      jobs,
      streams,
      places: createPlaces(maxOfAccount),
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
