import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { BenchContext } from '../bench-context.ts'
import { createSigned } from '../customers.ts'
import { openOwnBus } from '../own-bus.ts'
import { startServices } from '../services.ts'
import type { StreamServer } from './measure.ts'

/** Our notifier, without the gateway before it, like nchan; it consumes the topic that jobs publishes. */
export async function startNotifier(context: BenchContext): Promise<StreamServer> {
  const { notifier } = await startServices(context, ['notifier'])
  const bus = await openOwnBus(context)
  context.closing.defer(() => bus.close())
  const signed = createSigned(context.secrets.identityKeys.gateway, 'notifier')
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
