import { randomUUID } from 'node:crypto'
import { bulkTopic, Envelope, type EventDefinition } from '@utter/contracts/event'
import { currentTraceparent } from '@utter/telemetry/trace'
import type { KafkaMessage, Message } from 'kafkajs'
import type { Fact } from './fact.ts'
import { unreadableReason } from './unreadable-batches.ts'

/** What is said of a job stands in order under the job's id, all else under the account's. */
function keyOf({ data, userId }: Fact): string {
  const { jobId } = data as { jobId?: unknown }
  return typeof jobId === 'string' ? jobId : userId
}

export function encode(fact: Fact): { topic: string; message: Message } {
  const traceparent = currentTraceparent()
  const envelope: Envelope = {
    id: randomUUID(),
    type: fact.event.type,
    version: fact.version,
    occurredAt: new Date().toISOString(),
    userId: fact.userId,
    ...(traceparent && { traceparent }),
    data: fact.data,
  }
  return {
    topic: fact.event.laned && fact.lane === 'bulk' ? bulkTopic(fact.event.topic) : fact.event.topic,
    message: { key: keyOf(fact), value: JSON.stringify(envelope) },
  }
}

/** The message is not what its topic promises; the reason is for people. */
export class Unreadable extends Error {}

/** @throws {Unreadable} on a batch of no known bytes, broken JSON, a wrong envelope, or data that its event does not allow */
export function decode(message: KafkaMessage, events: Map<string, EventDefinition>): Envelope | undefined {
  const reason = unreadableReason(message)
  if (reason) throw new Unreadable(reason)
  const { value } = message
  let json: unknown
  try {
    json = JSON.parse(value?.toString('utf8') ?? '')
  } catch {
    throw new Unreadable('not JSON')
  }
  const envelope = Envelope.safeParse(json)
  if (!envelope.success) throw new Unreadable(`no envelope: ${fieldsOf(envelope.error.issues)}`)
  const event = events.get(envelope.data.type)
  // Topics carry several events, and a newer sender may say more than this listener knows.
  if (!event) return undefined
  const data = event.data.safeParse(envelope.data.data)
  if (!data.success) throw new Unreadable(`no ${event.type}: ${fieldsOf(data.error.issues)}`)
  return { ...envelope.data, data: data.data }
}

const fieldsOf = (issues: { path: PropertyKey[] }[]) => issues.map((issue) => issue.path.join('.') || 'body').join(', ')
