import { randomUUID } from 'node:crypto'
import { bulkTopic, Envelope, type EventDefinition } from '@utter/contracts/event'
import { flow } from '@utter/contracts/flow'
import { currentTraceparent, traceparentOf } from '@utter/telemetry/trace'
import type { KafkaMessage, Message } from 'kafkajs'
import { unreadableReason } from '../kafkajs/unreadable-batches.ts'
import type { OutgoingEvent } from '../outgoing-event.ts'

/** Header with the account of an event, which a consumer can read without parsing the value. Versions before it sent none. */
export const userIdHeader = 'userId'

/** The key of an event, within which order holds: the job's id, else the account's. */
function keyOf({ data, userId }: OutgoingEvent): string {
  const { jobId } = data as { jobId?: unknown }
  return typeof jobId === 'string' ? jobId : userId
}

export function encode(event: OutgoingEvent): { topic: string; message: Message } {
  const { traceId, spanId } = event
  const traceparent = traceId ? traceparentOf(traceId, spanId) : currentTraceparent()
  const envelope: Envelope = {
    id: randomUUID(),
    type: event.event.type,
    version: event.version,
    occurredAt: new Date().toISOString(),
    userId: event.userId,
    ...(traceparent && { traceparent }),
    data: event.data,
  }
  return {
    topic: event.event.laned && event.lane === 'bulk' ? bulkTopic(event.event.topic) : event.event.topic,
    message: { key: keyOf(event), value: JSON.stringify(envelope), headers: { [userIdHeader]: event.userId } },
  }
}

/** A message that does not fit its topic's contract, with the reason for people. */
export class Unreadable extends Error {}
/** A message of an event that only a newer version knows, or one that is older by far. */
export class UnknownEvent extends Unreadable {}

const knownTypes: ReadonlySet<string> = new Set(flow.map(({ event }) => event.type))

/**
 * @param events of the consumer. @returns undefined for an event that is another consumer's
 * @throws {Unreadable} on a batch that cannot be decoded, broken JSON, a wrong envelope, or data that its event does not allow
 * @throws {UnknownEvent} on one that the contracts of this version do not have: passed over, it would be lost in a rolling deploy
 */
export function decode(message: KafkaMessage, events: Map<string, EventDefinition>): Envelope | undefined {
  const reason = unreadableReason(message)
  if (reason) throw new Unreadable(reason)
  return decodeText(message.value?.toString('utf8') ?? '', events)
}

/** The same of a message's value, wherever it was kept. */
export function decodeText(text: string, events: Map<string, EventDefinition>): Envelope | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Unreadable('not JSON')
  }
  const envelope = Envelope.safeParse(json)
  if (!envelope.success) throw new Unreadable(`no envelope: ${fieldsOf(envelope.error.issues)}`)
  const event = events.get(envelope.data.type)
  if (!event) {
    if (knownTypes.has(envelope.data.type)) return undefined
    throw new UnknownEvent('unknown event')
  }
  const data = event.data.safeParse(envelope.data.data)
  if (!data.success) throw new Unreadable(`no ${event.type}: ${fieldsOf(data.error.issues)}`)
  return { ...envelope.data, data: data.data }
}

const fieldsOf = (issues: { path: PropertyKey[] }[]) => issues.map((issue) => issue.path.join('.') || 'body').join(', ')
