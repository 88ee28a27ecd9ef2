import { deadTopic } from '@utter/contracts/event'
import type { InFlightMessage } from '../consume/pump.ts'
import { unreadableReason } from '../kafkajs/unreadable-batches.ts'
import { countDeadLetter } from '../metrics.ts'
import type { Outgoing, Producer } from '../publish/producer.ts'

/** Publishes a message to its dead letters. @param reason why it could not be handled */
export async function setAside(
  producer: Producer,
  delivery: InFlightMessage,
  group: string,
  reason: string,
): Promise<void> {
  await producer.send([deadLetter(delivery, group, reason)])
  countDeadLetter(delivery.topic)
}

/** A message as it was consumed, with the reason why it could not be handled and the place where it was. */
function deadLetter({ topic, partition, message }: InFlightMessage, group: string, reason: string): Outgoing {
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
