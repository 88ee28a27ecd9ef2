import { deadTopic } from '@utter/contracts/event'
import type { Outgoing } from './producer.ts'
import type { Delivery } from './pump.ts'
import { unreadableReason } from './unreadable-batches.ts'

/** A message as it was consumed, with the reason why it could not be handled and the place where it stood. */
export function deadLetter({ topic, partition, message }: Delivery, group: string, reason: string): Outgoing {
  return {
    topic: deadTopic(topic),
    message: {
      key: message.key,
      value: message.value,
      headers: {
        ...{ reason, group, topic, partition: String(partition), offset: message.offset },
        ...(unreadableReason(message) !== undefined && { kind: 'batch' }),
      },
    },
  }
}
