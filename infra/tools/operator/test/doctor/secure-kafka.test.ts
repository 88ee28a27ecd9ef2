import { clusterOf } from '@utter/messaging/cluster/cluster'
import type { KafkaConfig } from '@utter/messaging/config'
import { ensureTopics } from '@utter/messaging/topics'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { admin as owner, startSecureKafka } from '@utter/testing/engines/secure-kafka'
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs'
import { expect, test } from 'vitest'
import { kafkaChecks } from '../../src/doctor/checks/kafka.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import type { ExaminedSettings } from '../../src/doctor/settings.ts'
import { examinedAt, faultsOf } from '../support/examined.ts'

const kafka = await closedAfterAll(startSecureKafka(['reader']))
const cluster = clusterOf(kafka.as(owner), { clientId: 'test' })
await ensureTopics(cluster, { work: 4, other: 4 }, 1)
const admin = cluster.kafka.admin()
await admin.connect()
await closedAfterAll({ close: () => admin.disconnect() })

/** The variables of a way to Kafka, as they are written. */
const written = ({ KAFKA_BROKERS, ...others }: KafkaConfig): Partial<ExaminedSettings> => ({
  ...others,
  KAFKA_BROKERS: KAFKA_BROKERS.join(','),
})
const as = (user: string, more: Partial<ExaminedSettings> = {}) =>
  examinedAt({ ...written(kafka.as(user)), ...more }, { isProduction: true, dataDir: '/nowhere' })

test('with its login and by TLS all is examined', async () => {
  const rows = await runChecks(kafkaChecks, as(owner))
  expect(rows.filter(({ status }) => status === 'failed')).toEqual([])
  expect(rows.find(({ name }) => name === 'kafka: TLS')).toMatchObject({ status: 'ok' })
})

test('a wrong password is one row, and mended by the right one', async () => {
  const rows = await runChecks(kafkaChecks, as(owner, { KAFKA_PASSWORD: 'a wrong password' }))
  expect(rows.filter(({ status }) => status === 'failed')).toEqual([
    {
      name: 'kafka: reached',
      status: 'failed',
      observed: 'it refuses our login',
      action: 'set KAFKA_USERNAME and KAFKA_PASSWORD to a login that it knows',
    },
  ])
})

test('a user who may read alone is told that it may not publish, and nothing is stored by the question', async () => {
  const allow = async (operation: AclOperationTypes) =>
    void (await admin.createAcls({
      acl: ['TOPIC', 'CLUSTER'].map((kind) => ({
        resourceType: kind === 'TOPIC' ? AclResourceTypes.TOPIC : AclResourceTypes.CLUSTER,
        resourceName: kind === 'TOPIC' ? '*' : 'kafka-cluster',
        resourcePatternType: ResourcePatternTypes.LITERAL,
        principal: 'User:reader',
        host: '*',
        operation,
        permissionType: AclPermissionTypes.ALLOW,
      })),
    }))
  await allow(AclOperationTypes.DESCRIBE)
  await allow(AclOperationTypes.DESCRIBE_CONFIGS)
  const rights = kafkaChecks.filter(({ name }) => name === 'kafka: rights')
  const before = await admin.fetchTopicOffsets('job.live')
  expect(await faultsOf(rights, as('reader'))).toMatchObject([
    { name: 'kafka: rights', status: 'failed', observed: 'we may not publish: TOPIC_AUTHORIZATION_FAILED' },
  ])
  expect(await faultsOf(rights, as(owner))).toEqual([])
  expect(await admin.fetchTopicOffsets('job.live')).toEqual(before)
})
