import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Envelope, EventDefinition } from '@utter/contracts/event'
import { flow } from '@utter/contracts/flow'
import type { KafkaMessage } from 'kafkajs'
import { describe, expect, test } from 'vitest'
import { decode } from '../src/publish/encoding.ts'

const folder = join(import.meta.dirname, 'messages-of-before')
const events = new Map(flow.map(({ event }) => [event.type as string, event as EventDefinition]))
const read = (envelope: object) =>
  decode({ value: Buffer.from(JSON.stringify(envelope)) } as unknown as KafkaMessage, events)
const versions = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    version: file.replace('.json', ''),
    messages: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Envelope[],
  }))

test('there is a message of every event', () => {
  const recorded = new Set(versions.flatMap(({ messages }) => messages.map(({ type }) => type)))
  expect([...events.keys()].filter((type) => !recorded.has(type))).toEqual([])
})

describe.each(versions)('of $version', ({ messages }) => {
  test.each(messages)('$type of $userId is read, and none of its fields is lost', (message) => {
    expect(read(message)).toEqual(message)
  })

  test.each(messages)('$type of $userId is read with fields that a later version adds', (message) => {
    const later = { ...message, addedLater: 1, data: { ...(message.data as object), addedLater: { by: 'a version' } } }
    expect(read(later)).toEqual(message)
  })
})
