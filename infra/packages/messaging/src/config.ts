import { list, wholeNumber } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

/** What a service reads that publishes or consumes. */
export const messagingConfig = {
  KAFKA_BROKERS: list,
  /** Of work topics, where topics have yet to be made; a quarter of it for all others. */
  KAFKA_PARTITIONS: z._default(wholeNumber, 48),
  KAFKA_REPLICAS: z._default(wholeNumber, 1),
}
export type MessagingConfig = z.infer<z.ZodMiniObject<typeof messagingConfig>>
