import { deadTopic } from '@utter/contracts/event'
import type { Outgoing } from './producer.ts'
import type { Delivery } from './pump.ts'
import { unreadableReason } from './unreadable-batches.ts'

/** The message as it came, beside the reason why nobody could use it and where it stood. */
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
