import { randomUUID } from 'node:crypto'
import type { Log } from '@utter/telemetry/log'
import type { Cluster } from '../cluster/cluster.ts'
import type { Handler } from '../handler.ts'
import type { Producer } from '../publish/producer.ts'
import { type Consuming, startConsuming } from './consume.ts'

/** The name under which the groups of all replicas are measured. */
const broadcastGroup = (name: string) => `${name}-broadcast`

/**
 * A consumer in a group of its own, from now on: every replica consumes everything. Once this resolves no event can be missed:
 * the group is joined, and its first fetch has found the end of each partition.
 */
export async function startBroadcast(
  cluster: Cluster,
  producer: Producer,
  log: Log,
  name: string,
  handlers: Handler[],
): Promise<Consuming> {
  const groupId = `${name}-${randomUUID()}`
  // An unknown event is passed over: each replica would set it aside, and replayed it would come after the newer states.
  const passesOver = { passesOverUnknown: true, passesOverUnwanted: true }
  const options = { groupId, measuredAs: broadcastGroup(name), fromBeginning: false, ...passesOver }
  const consuming = startConsuming(cluster, producer, log, handlers, options)
  await consuming.positioned
  return {
    positioned: consuming.positioned,
    silentMs: consuming.silentMs,
    async stop() {
      await consuming.stop()
      const admin = cluster.kafka.admin()
      try {
        await admin.connect()
        await admin.deleteGroups([cluster.groupName(groupId)])
      } catch (error) {
        log.debug({ err: error }, 'the group stays until it expires')
      } finally {
        await admin.disconnect()
      }
    },
  }
}
