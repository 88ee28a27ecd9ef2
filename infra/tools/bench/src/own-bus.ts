import { type Bus, openMessaging } from '@utter/messaging/open'
import { createLog } from '@utter/telemetry/log'
import type { BenchContext } from './bench-context.ts'

/** The bench's own way to the broker, under a name that no service has. */
export async function openOwnBus(context: BenchContext): Promise<Bus> {
  const { KAFKA_BROKERS } = await context.backing()
  const config = { KAFKA_BROKERS: KAFKA_BROKERS.split(','), KAFKA_PARTITIONS: 4, KAFKA_REPLICAS: 1 }
  return openMessaging(config, 'bench', createLog('bench', 'error'))
}
