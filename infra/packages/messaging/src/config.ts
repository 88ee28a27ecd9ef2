import { list, wholeNumber } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

/** Variables of each service that publishes or consumes. */
export const messagingConfig = {
  KAFKA_BROKERS: list,
  /** Partitions of each work topic that is made; other topics get a quarter. */
  KAFKA_PARTITIONS: z._default(wholeNumber, 48),
  KAFKA_REPLICAS: z._default(wholeNumber, 1),
}
export type MessagingConfig = z.infer<z.ZodMiniObject<typeof messagingConfig>>
