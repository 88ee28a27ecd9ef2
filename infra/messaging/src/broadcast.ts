import { randomUUID } from 'node:crypto'
import { topicsOf } from '@utter/contracts/event'
import type { Log } from '@utter/telemetry/log'
import type { Kafka } from 'kafkajs'
import { type Consuming, startConsuming } from './consume.ts'
import type { Handler } from './handler.ts'
import type { Producer } from './producer.ts'

/**
 * Every replica hears everything from now on. The replica's own group is positioned at the present end of each partition
 * before it joins, so once this resolves nothing that is said can be missed.
 */
export async function startBroadcast(
  kafka: Kafka,
  producer: Producer,
  log: Log,
  name: string,
  handlers: Handler[],
): Promise<Consuming> {
  const groupId = `${name}-${randomUUID()}`
  const admin = kafka.admin()
  await admin.connect()
  for (const topic of new Set(handlers.flatMap(({ event }) => topicsOf(event)))) {
    const ends = await admin.fetchTopicOffsets(topic)
    await admin.setOffsets({
      groupId,
      topic,
      partitions: ends.map(({ partition, high }) => ({ partition, offset: high })),
    })
  }
  const consuming = await startConsuming(kafka, producer, log, handlers, { groupId, fromBeginning: false })
  return {
    async stop() {
      await consuming.stop()
      await admin
        .deleteGroups([groupId])
        .catch((error) => log.debug({ err: error }, 'the group stays until it expires'))
      await admin.disconnect()
    },
  }
}
