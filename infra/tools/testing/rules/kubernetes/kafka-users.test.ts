import { services } from '@utter/contracts/flow'
import { parts, variablesOf } from '@utter/local/processes/processes'
import { clusterOf } from '@utter/messaging/cluster/cluster'
import { messagingConfig } from '@utter/messaging/config'
import { readConfig } from '@utter/runtime/read-config'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kafkaClients, kafkaLogins, kafkaUsers } from './kafka-users.ts'
import { documentsOf, pathOf, textOf } from './manifests.ts'
import { storePolicies } from './network-policies.ts'

/** Patches that `external-stores` makes of every Deployment. */
const Patches = z.object({ patches: z.array(z.object({ patch: z.optional(z.string()) })) })
type Listener = { name: string; port: number; tls: boolean; authentication: { type: string } }
type Kafka = { spec: { kafka: { listeners: Listener[]; authorization: { type: string } }; entityOperator: object } }
const { kafka, entityOperator } = (documentsOf('components/stores/kafka.yaml')[1] as Kafka).spec

test('the users of Strimzi, their logins and the patches that use them follow from the flow of events', async () => {
  const source = 'the flow of events'
  for (const [file, made] of [
    ['users', kafkaUsers()],
    ['logins', kafkaLogins()],
    ['clients', kafkaClients()],
  ] as const)
    await expect(textOf(made, source)).toMatchFileSnapshot(pathOf(`components/stores/kafka-${file}.yaml`))
})

test('a right is for a name, or for all that begin so, in the words of Strimzi', () => {
  const types = kafkaUsers().flatMap(({ spec }) => spec.authorization.acls.map(({ resource }) => resource.patternType))
  expect([...new Set(types)].sort()).toEqual(['literal', 'prefix'])
})

test('everything that reads the address of Kafka has a user, and nothing else has', () => {
  const readers = Object.keys(parts).filter((name) => variablesOf(name).includes('KAFKA_BROKERS'))
  expect(readers.sort()).toEqual([...services].sort())
})

test.each(services)('%s logs in by TLS with a password, at a listener that asks for one', (service) => {
  const client = kafkaClients().find(({ metadata }) => metadata.name === service)
  const [container] = client?.spec.template.spec.containers ?? []
  const login = container?.env.map((one) => [one.name, 'value' in one ? one.value : 'of the Secret']) ?? []
  const config = readConfig(z.object(messagingConfig), Object.fromEntries(login))
  const { KAFKA_CA_FILE, ...withoutFile } = config
  expect(clusterOf(withoutFile, {})).toBeDefined()
  expect(config).toMatchObject({ KAFKA_TLS: 'true', KAFKA_MAKE_TOPICS: 'false', KAFKA_USERNAME: service })
  expect(KAFKA_CA_FILE).toBe(`${container?.volumeMounts[0]?.mountPath}/ca.crt`)
  const port = Number(config.KAFKA_BROKERS[0]?.split(':')[1])
  expect(kafka.listeners).toEqual([
    { name: 'tls', port, type: 'internal', tls: true, authentication: { type: config.KAFKA_SASL_MECHANISM } },
  ])
  expect(JSON.stringify(storePolicies())).toContain(`{"port":${port},"protocol":"TCP"}`)
})

test('stores elsewhere leave nothing of a login at the Kafka of the cluster', () => {
  const { patches } = Patches.parse(documentsOf('components/external-stores/kustomization.yaml')[0])
  const all = patches.map(({ patch }) => patch ?? '').join()
  const [container] = kafkaClients()[0]?.spec.template.spec.containers ?? []
  for (const { name } of container?.env ?? []) expect(all).toContain(`{ name: ${name}, $patch: delete }`)
  for (const { mountPath } of container?.volumeMounts ?? [])
    expect(all).toContain(`{ mountPath: ${mountPath}, $patch: delete }`)
})

test('rights are enforced, and an operator makes the users', () => {
  expect(kafka.authorization).toEqual({ type: 'simple' })
  expect(entityOperator).toEqual({ topicOperator: {}, userOperator: {} })
})
