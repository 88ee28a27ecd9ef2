import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { deadTopic, topicsOf } from '@utter/contracts/event'
import { flow, type Service, services } from '@utter/contracts/flow'
import { topics } from '@utter/contracts/topics'
import { repoDir } from '@utter/local/settings'
import { admin as adminUser, type SecureKafka, startSecureKafka } from '@utter/testing/engines/secure-kafka'
import { log } from '@utter/testing/setup/buses'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clusterOf } from '../src/cluster/cluster.ts'
import type { KafkaConfig } from '../src/config.ts'
import type { Handler } from '../src/handler.ts'
import { type AclEntry, kafkajs, type Producer } from '../src/kafkajs/kafkajs.ts'
import { type Bus, openMessaging } from '../src/open.ts'
import { ensureTopics } from '../src/topics.ts'

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs
const prefixes = { KAFKA_TOPIC_PREFIX: 'company.', KAFKA_GROUP_PREFIX: 'company-' }
const everyTopic = Object.keys(topics).flatMap((topic) => [topic, deadTopic(topic)])

let kafka: SecureKafka
const as = (user: string): KafkaConfig => ({ ...kafka.as(user), ...prefixes })

beforeAll(async () => {
  kafka = await startSecureKafka([...services])
  const cluster = clusterOf(as(adminUser), {})
  await ensureTopics(cluster, { work: 1, other: 1 }, 1)
  const admin = cluster.kafka.admin()
  await admin.connect()
  await admin.createAcls({ acl: entriesOfScript() })
  await admin.disconnect()
})
afterAll(() => kafka?.[Symbol.asyncDispose]())

/** The entries that the operator's script makes, where its program for them only writes down what it is asked. */
function entriesOfScript(): AclEntry[] {
  const folder = mkdtempSync(join(tmpdir(), 'utter-rights-'))
  writeFileSync(join(folder, 'kafka-acls.sh'), '#!/bin/sh\nprintf "%s\\t" "$@"\necho\n', { mode: 0o700 })
  const said = execFileSync('sh', [join(repoDir, 'infra/operating/kafka-rights.sh')], {
    encoding: 'utf8',
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      ...{ BROKERS: 'any:9092', ADMIN: 'any', TOPIC_PREFIX: 'company.', GROUP_PREFIX: 'company-' },
    },
  })
  rmSync(folder, { recursive: true })
  return said.split('\n').filter(Boolean).flatMap(entriesOfCommand)
}

function entriesOfCommand(line: string): AclEntry[] {
  const { values } = parseArgs({
    args: line.split('\t').slice(0, -1),
    options: {
      ...{ 'bootstrap-server': { type: 'string' }, 'command-config': { type: 'string' }, add: { type: 'boolean' } },
      ...{ 'allow-principal': { type: 'string' }, 'resource-pattern-type': { type: 'string' } },
      operation: { type: 'string', multiple: true },
      topic: { type: 'string', multiple: true },
      group: { type: 'string', multiple: true },
    },
  })
  const named = <T extends object>(all: T, name = '') => all[name.toUpperCase() as keyof T]
  return (['topic', 'group'] as const).flatMap((resource) =>
    (values[resource] ?? []).flatMap((name) =>
      (values.operation ?? []).map((operation) => ({
        resourceType: named(AclResourceTypes, resource),
        resourceName: name,
        resourcePatternType: named(ResourcePatternTypes, values['resource-pattern-type']),
        principal: values['allow-principal'] ?? '',
        host: '*',
        operation: named(AclOperationTypes, operation),
        permissionType: AclPermissionTypes.ALLOW,
      })),
    ),
  )
}

async function openBusOf(service: Service): Promise<Bus> {
  const config = { ...as(service), KAFKA_PARTITIONS: 1, KAFKA_REPLICAS: 1, KAFKA_MAKE_TOPICS: 'false' as const }
  const bus = await openMessaging(config, service, log)
  onTestFinished(() => bus.close())
  return bus
}

describe.each([...services])('with the rights of %s', (service) => {
  const consumed = flow.filter(({ consumedBy }) => (consumedBy as readonly Service[]).includes(service))

  test('all that it consumes can be consumed, in its own group and in one of a replica', async () => {
    const bus = await openBusOf(service)
    const handlers = consumed.map(({ event }): Handler => ({ event, handle: async () => {} }))
    // A broadcast resolves when it is positioned in each partition.
    await bus.broadcast(handlers)
    await bus.consume(handlers)
    await bus.stopConsuming()
  })

  test('messages can be written to the topics of what it publishes, to the dead letters of what it consumes, and to no other', async () => {
    const published = flow.filter(({ publishedBy }) => (publishedBy as readonly Service[]).includes(service))
    const allowed = [
      ...published.flatMap(({ event }) => topicsOf(event)),
      ...consumed.flatMap(({ event }) => topicsOf(event)).map(deadTopic),
    ]
    expect((await writable(service)).sort()).toEqual([...new Set(allowed)].sort())
  })
})

/** The topics that a user's producer may write to. */
async function writable(user: string): Promise<string[]> {
  const { kafka: client, topicName } = clusterOf(as(user), { retry: { retries: 0 } })
  const producer = client.producer({ allowAutoTopicCreation: false, retry: { retries: 0 } })
  await producer.connect()
  const allowed: string[] = []
  // Sent in turn, since kafkajs asks for the leaders of all topics in hand, and one that is refused fails the others.
  for (const topic of everyTopic) if (await mayWrite(producer, topicName(topic))) allowed.push(topic)
  await producer.disconnect()
  return allowed
}

async function mayWrite(producer: Producer, topic: string): Promise<boolean> {
  try {
    await producer.send({ topic, acks: -1, messages: [{ key: randomUUID(), value: 'probe' }] })
    return true
  } catch (error) {
    const { type } = ((error as Error).cause ?? error) as { type?: string }
    expect(type).toBe('TOPIC_AUTHORIZATION_FAILED')
    return false
  }
}

test('a process whose topics another makes tries to make none', async () => {
  const nowhere = { ...as('speech'), KAFKA_TOPIC_PREFIX: 'another.', KAFKA_MAKE_TOPICS: 'false' as const }
  const bus = await openMessaging({ ...nowhere, KAFKA_PARTITIONS: 1, KAFKA_REPLICAS: 1 }, 'speech', log)
  await bus.close()
  const admin = clusterOf(as(adminUser), {}).kafka.admin()
  await admin.connect()
  onTestFinished(() => admin.disconnect())
  expect((await admin.listTopics()).filter((name) => name.startsWith('another.'))).toEqual([])
})
