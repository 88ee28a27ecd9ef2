import { randomUUID } from 'node:crypto'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { aName, log, progressed } from '@utter/testing/setup/buses'
import { admin, type SecureKafka, startSecureKafka } from '@utter/testing/setup/secure-kafka'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { KafkaConfig } from '../src/config.ts'
import { on } from '../src/handler.ts'
import { openMessaging } from '../src/open.ts'

let kafka: SecureKafka
beforeAll(async () => {
  kafka = await startSecureKafka([])
})
afterAll(() => kafka?.[Symbol.asyncDispose]())

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
