import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AccountState } from '@utter/contracts/events/account-state'
import { BillingState } from '@utter/contracts/events/billing-state'
import { clusterOf } from '@utter/messaging/cluster/cluster'
import { on } from '@utter/messaging/handler'
import { openRawMessages } from '@utter/messaging/kafkajs/raw-messages'
import { openMessaging } from '@utter/messaging/open'
import { eventOf } from '@utter/messaging/outgoing-event'
import { ensureTopics } from '@utter/messaging/topics'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { createTestIdentity } from '@utter/testing/identity'
import { log } from '@utter/testing/setup/buses'
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs'
import { expect, onTestFinished, test } from 'vitest'
import { consumerChecks } from '../../src/doctor/checks/consumers.ts'
import { kafkaChecks } from '../../src/doctor/checks/kafka.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import { runCommand } from '../../src/run-command.ts'
import { examinedAt, faultsOf, ownServer } from '../support/examined.ts'

const KAFKA_BROKERS = await ownServer('KAFKA_BROKERS')
const prefixes = { KAFKA_TOPIC_PREFIX: 'company.', KAFKA_GROUP_PREFIX: 'company-' }
const config = { KAFKA_BROKERS: KAFKA_BROKERS.split(','), ...prefixes, KAFKA_PARTITIONS: 4, KAFKA_REPLICAS: 1 }
// Before all else: a bus waits for no more than some seconds.
await ensureTopics(clusterOf(config, { clientId: 'test' }), { work: 4, other: 4 }, 1)
const bus = await closedAfterAll(openMessaging(config, 'referral', log))
const kafka = new Kafka({ clientId: 'test', brokers: config.KAFKA_BROKERS, logLevel: logLevel.NOTHING })
const admin = kafka.admin()
await admin.connect()
await closedAfterAll({ close: () => admin.disconnect() })
const raw = await closedAfterAll(openRawMessages(config))

const isOfConsumers = (name: string) => name.startsWith('kafka: consumers')
const checks = [...kafkaChecks, ...consumerChecks].filter(({ name }) => !isOfConsumers(name))
const here = (more = {}) => examinedAt({ KAFKA_BROKERS, ...prefixes }, { dataDir: '/nowhere', ...more })
const expectHealthy = async () => expect(await faultsOf(checks, here())).toEqual([])
/** The value of an option in a command of Kafka's own scripts, which are on few machines. */
const option = (action: string, name: string) => new RegExp(`--${name} (\\S+)`).exec(action)?.[1] ?? ''
const pairs = (text: string) =>
  text.split(',').map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.split('=')[1] ?? '' }))

test('brokers that have everything have no fault, and the doctor stores nothing', async () => {
  const offsets = () => admin.fetchTopicOffsets('company.job.live')
  const before = await offsets()
  await expectHealthy()
  expect(await offsets()).toEqual(before)
})

test('a topic with other settings is named first, and mended by what is printed', async () => {
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: ConfigResourceTypes.TOPIC,
        name: 'company.job.finished',
        configEntries: [{ name: 'retention.ms', value: '60000' }],
      },
    ],
  })
  const [first] = await eventually('it is seen', async () => {
    const faults = await faultsOf(checks, here())
    return faults.length > 0 && faults
  })
  expect(first).toMatchObject({
    name: 'kafka: settings of topics',
    status: 'warning',
    observed: expect.stringContaining('job.finished has retention.ms=60000, segment.ms='),
  })
  const action = first?.action ?? ''
  expect(action).toContain(`kafka-configs.sh --bootstrap-server ${KAFKA_BROKERS} --alter --entity-type topics`)
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: ConfigResourceTypes.TOPIC,
        name: option(action, 'entity-name'),
        configEntries: pairs(option(action, 'add-config')),
      },
    ],
  })
  await eventually('it is mended', async () => (await faultsOf(checks, here())).length === 0)
})

test('a topic that is missing is named first, and made by what is printed', async () => {
  await admin.deleteTopics({ topics: ['company.referral.state.dead'] })
  const [first] = await eventually('it is gone', async () => {
    const faults = await faultsOf(checks, here())
    return faults.length > 0 && faults
  })
  expect(first).toMatchObject({ name: 'kafka: topics', status: 'failed', observed: 'missing: referral.state.dead' })
  const action = first?.action ?? ''
  const configs = [...action.matchAll(/--config (\S+)/g)].map(([, pair = '']) => pair).join(',')
  const made = {
    topic: option(action, 'topic'),
    numPartitions: Number(option(action, 'partitions')),
    replicationFactor: Number(option(action, 'replication-factor')),
  }
  expect(made).toEqual({ topic: 'company.referral.state.dead', numPartitions: 1, replicationFactor: 1 })
  await admin.createTopics({ topics: [{ ...made, configEntries: pairs(configs) }] })
  await eventually('it is mended', async () => (await faultsOf(checks, here())).length === 0)
})

test('fewer partitions than wanted are named, with the command that adds some', async () => {
  const more = () => examinedAt({ KAFKA_BROKERS, ...prefixes, KAFKA_PARTITIONS: '8' })
  const [first] = await faultsOf(checks, more())
  expect(first).toMatchObject({
    name: 'kafka: partitions',
    status: 'warning',
    observed: expect.stringContaining('chat.requested (4 of 8)'),
  })
  expect(first?.action).toContain('--alter --topic company.chat.requested --partitions 8')
})

test('dead letters are named first, and published again by what is printed', async () => {
  await raw.publish('job.live.dead', [
    { key: 'k', value: 'not JSON', headers: { reason: 'no envelope', topic: 'job.live' } },
  ])
  const [first] = await faultsOf(checks, here())
  expect(first).toMatchObject({ name: 'kafka: dead letters', status: 'warning', observed: '1 of job.live' })
  const words = /npm run operator -- (dead replay \S+)/.exec(first?.action ?? '')?.[1]?.split(' ') ?? []
  const url = 'http://127.0.0.1:9'
  const { privateKeys } = createTestIdentity()
  const env = {
    ACCOUNT_URL: url,
    JOBS_URL: url,
    BILLING_URL: url,
    KAFKA_BROKERS,
    ...prefixes,
    IDENTITY_KEY: privateKeys.operator,
  }
  expect(await runCommand(words, join(import.meta.dirname, 'nowhere'), env)).toBe(0)
  await expectHealthy()
})

test('a service without consumers is named, and one that is behind for a minute', async () => {
  const own = consumerChecks.filter(({ name }) => name === 'kafka: consumers of referral')
  expect(await faultsOf(own, here())).toMatchObject([
    { status: 'failed', observed: 'no process consumes as referral, referral-payments; messages to go: 0' },
  ])

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await bus.consume([on(BillingState, () => held)], { group: 'referral-payments' })
  await bus.consume([on(AccountState, async () => {})], { group: 'referral' })
  onTestFinished(() => bus.stopConsuming())
  await eventually('both groups have members', async () => (await faultsOf(own, here())).length === 0)

  const data = { tier: 'free', subscriptionStatus: 'active', signedUpAt: new Date().toISOString() } as const
  await bus.publish([eventOf(BillingState, { userId: randomUUID(), version: 1, data })])
  const inTwoMinutes = () => here({ now: () => new Date(Date.now() + 120_000) })
  expect(await faultsOf(own, here())).toEqual([])
  expect(await faultsOf(own, inTwoMinutes())).toMatchObject([
    { status: 'warning', observed: 'waiting for more than a minute: 1 messages, referral-payments in billing.state' },
  ])
  release()
  await eventually('it is handled', async () => (await faultsOf(own, inTwoMinutes())).length === 0)
})

test('brokers that are away are one row, and all others are skipped', async () => {
  const rows = await runChecks(kafkaChecks, examinedAt({ KAFKA_BROKERS: '127.0.0.1:9' }))
  const [first, ...others] = rows.filter(({ status }) => status === 'failed')
  expect([first?.name, first?.action, others]).toEqual([
    'kafka: reached',
    'start Kafka, or set KAFKA_BROKERS to where it is',
    [],
  ])
})

test('in production one broker, one copy and no TLS are told', async () => {
  const faults = await faultsOf(checks, here({ isProduction: true }))
  expect(faults.map(({ name }) => name)).toEqual(['kafka: TLS', 'kafka: brokers', 'kafka: replication'])
})
