import { topicsOf } from '@utter/contracts/event'
import type { Handler } from '../handler.ts'
import type { KafkaMessage } from '../kafkajs/kafkajs.ts'
import { userIdHeader } from '../publish/encoding.ts'

/**
 * Whether any handler wants a message, by its header and its key alone: of a platform's messages most are of no use to a replica, and to
 * parse one costs ten times as much as to fetch it.
 */
export function createWanted(handlers: Handler[]): (topic: string, message: KafkaMessage) => boolean {
  const byTopic = Map.groupBy(
    handlers.flatMap((handler) => topicsOf(handler.event).map((topic) => ({ topic, handler }))),
    ({ topic }) => topic,
  )
  return (topic, { key, headers }) => {
    const account = headers?.[userIdHeader]
    if (!key || !Buffer.isBuffer(account)) return true
    const address = { userId: account.toString('latin1'), key: key.toString('latin1') }
    return byTopic.get(topic)?.some(({ handler }) => handler.wants?.(address) ?? true) ?? true
  }
}
