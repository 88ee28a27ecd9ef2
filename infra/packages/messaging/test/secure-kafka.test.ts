import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { createLog } from '@utter/telemetry/log'
import { type Certificate, makeAuthority } from '@utter/testing/engines/authority'
import { admin, type SecureKafka, startSecureKafka } from '@utter/testing/engines/secure-kafka'
import { eventually } from '@utter/testing/eventually'
import { aName, log, progressed } from '@utter/testing/setup/buses'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { clusterOf } from '../src/cluster/cluster.ts'
import type { KafkaConfig } from '../src/config.ts'
import { on } from '../src/handler.ts'
import { kafkaAnswers } from '../src/kafkajs/kafka-answers.ts'
import { kafkajs } from '../src/kafkajs/kafkajs.ts'
import { openMessaging } from '../src/open.ts'

let kafka: SecureKafka
const folder = mkdtempSync(join(tmpdir(), 'utter-clients-'))
const stranger = makeAuthority(folder)
beforeAll(async () => {
  kafka = await startSecureKafka([])
})
afterAll(async () => {
  await kafka?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

/** A token as Kafka's validator for tests takes it: a JWT without a signature. */
const tokenOf = (user: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const nowS = Math.floor(Date.now() / 1_000)
  return `${part({ alg: 'none' })}.${part({ sub: user, iat: nowS, exp: nowS + 600 })}.`
}

const forms: [string, () => Partial<KafkaConfig>][] = [
  ['a password by SCRAM-SHA-512', () => ({})],
  ['a password by SCRAM-SHA-256', () => ({ KAFKA_SASL_MECHANISM: 'scram-sha-256' })],
  ['a password by PLAIN', () => ({ KAFKA_SASL_MECHANISM: 'plain' })],
  [
    'a token of a command',
    () => ({
      ...{ KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_USERNAME: undefined, KAFKA_PASSWORD: undefined },
      KAFKA_TOKEN_COMMAND: `echo ${tokenOf(admin)}`,
    }),
  ],
  [
    'topics and groups with prefixes',
    () => ({ KAFKA_TOPIC_PREFIX: 'a-company.utter.', KAFKA_GROUP_PREFIX: 'a-company-' }),
  ],
]
test.each(forms)('over TLS and with %s a process publishes and consumes', async (_, form) => {
  const config = { ...kafka.as(admin), ...form(), KAFKA_PARTITIONS: 4, KAFKA_REPLICAS: 1 }
  const bus = await openMessaging(config, aName(), log)
  onTestFinished(() => bus.close())
  const jobId = randomUUID()
  const consumed: number[] = []
  await bus.consume([
    on(JobProgressed, async (data, { version }) => {
      if (data.jobId === jobId) consumed.push(version)
    }),
  ])
  await bus.publish([progressed(jobId, 7)])
  await eventually('it is consumed', () => consumed.includes(7))
  await bus.check()
})

const refused: [string, () => Partial<KafkaConfig>, RegExp][] = [
  ['a wrong password', () => ({ KAFKA_PASSWORD: 'guessed-secret' }), /SASL SCRAM SHA512 authentication failed/i],
  ['no login', () => ({ KAFKA_SASL_MECHANISM: undefined, KAFKA_USERNAME: undefined, KAFKA_PASSWORD: undefined }), /./],
  ['an authority that did not sign for the broker', () => ({ KAFKA_CA_FILE: stranger.ca }), /certificate/i],
  ['no TLS', () => ({ KAFKA_TLS: undefined, KAFKA_CA_FILE: undefined }), /./],
  [
    'a token that cannot be had',
    () => ({
      ...{ KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_USERNAME: undefined, KAFKA_PASSWORD: undefined },
      KAFKA_TOKEN_COMMAND: 'echo guessed-secret; exit 3',
    }),
    /KAFKA_TOKEN_COMMAND failed: exit 3/,
  ],
]
test.each(refused)('a process with %s starts, is refused, says why, and shows no secret', async (_, form, reason) => {
  const lines: string[] = []
  const heard = createLog('messaging', 'debug', { write: (line: string) => void lines.push(line) })
  const config = { ...kafka.as(admin), ...form(), KAFKA_PARTITIONS: 4, KAFKA_REPLICAS: 1 }
  const bus = await openMessaging(config, aName(), heard, { firstConnectMs: 50 })
  onTestFinished(() => bus.close())
  const told = await eventually('it is logged', () => lines.find((line) => line.includes('brokers are unavailable')))
  expect(told).toMatch(reason)
  expect(lines.join('')).not.toMatch(/guessed-secret|password-of/)
  await expect(bus.publish([progressed(randomUUID(), 1)])).rejects.toThrow()
})

test('a client with a certificate needs no password, and a renewed certificate counts from the next connection on', async () => {
  const mine = kafka.authority.issue('broker')
  const config = { KAFKA_BROKERS: [kafka.certified], KAFKA_TLS: 'true' as const, KAFKA_CA_FILE: kafka.authority.ca }
  const files = { KAFKA_CERT_FILE: join(folder, 'cert.pem'), KAFKA_KEY_FILE: join(folder, 'key.pem') }
  const put = async ({ cert, key }: Certificate) => {
    await copyFile(cert, files.KAFKA_CERT_FILE)
    await copyFile(key, files.KAFKA_KEY_FILE)
  }
  await put(stranger.issue('stranger'))
  const { kafka: client } = clusterOf({ ...config, ...files }, { retry: { retries: 0 } })
  const clusterId = async () => {
    const admin = client.admin()
    await admin.connect()
    return (await admin.describeCluster().finally(() => admin.disconnect())).clusterId
  }
  await expect(clusterId()).rejects.toThrow()
  await put(mine)
  expect(await clusterId()).toMatch(/./)
  await expect(kafkaAnswers(config)).rejects.toThrow()
})

test('a text that no message follows is gone from its topic and from the disk when its time is over', async () => {
  const { kafka: client } = clusterOf(kafka.as(admin), { clientId: 'test' })
  const [topic, text] = [aName(), `A text that is kept for a moment, ${randomUUID()}.`]
  const setup = client.admin()
  const producer = client.producer()
  await Promise.all([setup.connect(), producer.connect()])
  onTestFinished(() => Promise.all([setup.disconnect(), producer.disconnect()]).then(() => {}))
  const kept = { 'segment.ms': '1000', 'retention.ms': '60000' }
  const configEntries = Object.entries(kept).map(([name, value]) => ({ name, value }))
  await setup.createTopics({ waitForLeaders: true, topics: [{ topic, numPartitions: 1, configEntries }] })
  await producer.send({ topic, messages: [{ key: 'a job', value: text }] })
  const offsets = async () => (await setup.fetchTopicOffsets(topic)).map(({ low, high }) => [low, high])
  const isOnDisk = async () => {
    const files = await readdir(join(kafka.segmentsDir, `${topic}-0`))
    // The broker may remove one while it is read.
    const read = (name: string) => readFile(join(kafka.segmentsDir, `${topic}-0`, name), 'utf8').catch(() => '')
    return (await Promise.all(files.map(read))).some((bytes) => bytes.includes(text))
  }
  await eventually('the text is on the disk', isOnDisk)
  expect(await offsets()).toEqual([['0', '1']])

  const shorter = configEntries.map(({ name }) => ({ name, value: '1000' }))
  const { TOPIC } = kafkajs.ConfigResourceTypes
  await setup.alterConfigs({ validateOnly: false, resources: [{ type: TOPIC, name: topic, configEntries: shorter }] })
  await eventually('nothing can be consumed', async () => (await offsets())[0]?.[0] === '1')
  await eventually('no file has the text', async () => !(await isOnDisk()))
})
