import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventOf } from '@utter/messaging/outgoing-event'
import { createSigned } from '../customers.ts'
import type { Ground } from '../ground.ts'
import { openOwnBus } from '../own-bus.ts'
import { startServices } from '../services.ts'
import type { StreamServer } from './measure.ts'

/** Our notifier, asked without the gateway, as nchan is; it hears the events where jobs says them. */
export async function startNotifier(ground: Ground): Promise<StreamServer> {
  const { notifier } = await startServices(ground, ['notifier'])
  const bus = await openOwnBus(ground)
  ground.closing.defer(() => bus.close())
  const signed = createSigned(ground.secrets.identityKeys.gateway, 'notifier')
  const signedUpAt = new Date().toISOString()
  return {
    pid: notifier.pid,
    streamOf: (userId) => ({ url: `${notifier.url}/api/events`, headers: signed({ userId, signedUpAt, key: '' }) }),
    publish: (userId, jobId) =>
      bus.publish([
        eventOf(JobProgressed, {
          userId,
          version: 2,
          data: { jobId, status: 'processing', step: 'chat-started', progress: 10 },
        }),
      ]),
  }
}
