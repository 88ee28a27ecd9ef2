import { parts, variablesOf } from '@utter/local/processes/processes'
import { stringify } from 'yaml'
import { readersOf } from './networks.ts'

const member = (index: number) => `utter-mongo-${index}.utter-mongo-svc.utter-stores:27017`
const sentinel = (index: number) => `redis-${index}.redis.utter-stores:26379`
const hosts = (host: (index: number) => string) => [0, 1, 2].map(host).join(',')
/** A password as an address has it. */
const written = (password: string) => `{{ .${password} | urlquery | replace "+" "%20" }}`

const addressOf = {
  REDIS_URL: () =>
    `redis+sentinel://:${written('redis')}@${hosts(sentinel)}/?master=utter&sentinelPassword=${written('redis')}`,
  MONGO_URL: (name: string) =>
    `mongodb://${name}:${written('mongo')}@${hosts(member)}/?replicaSet=utter-mongo&authSource=${name}`,
}
const passwords = {
  REDIS_URL: () => ({ secretKey: 'redis', remoteRef: { key: 'utter/shared', property: 'REDIS_PASSWORD' } }),
  MONGO_URL: (name: string) => ({
    secretKey: 'mongo',
    remoteRef: { key: `utter/${name}`, property: 'MONGO_PASSWORD' },
  }),
}
const outside = {
  REDIS_URL: () => ({ secretKey: 'REDIS_URL', remoteRef: { key: 'utter/shared', property: 'REDIS_URL' } }),
  MONGO_URL: (name: string) => ({ secretKey: 'MONGO_URL', remoteRef: { key: `utter/${name}`, property: 'MONGO_URL' } }),
}
const addresses = Object.keys(addressOf) as (keyof typeof addressOf)[]
const readBy = (name: string) => addresses.filter((variable) => variablesOf(name).includes(variable))

/** Secrets with the addresses of the stores in the cluster, made of passwords: neither is kept twice. */
export const storeAddresses = () =>
  Object.keys(parts).map((name) =>
    secretOf(name, {
      target: {
        name: `${name}-stores`,
        template: { data: Object.fromEntries(readBy(name).map((variable) => [variable, addressOf[variable](name)])) },
      },
      data: readBy(name).map((variable) => passwords[variable](name)),
    }),
  )

/** Patches of these Secrets for stores elsewhere, whose addresses are kept as they are. */
export const externalAddresses = () =>
  Object.keys(parts).map((name) =>
    secretOf(name, {
      target: { name: `${name}-stores`, template: null },
      data: readBy(name).map((variable) => outside[variable](name)),
    }),
  )

/** Processes that speak to Kafka. */
export const ofKafka = readersOf('KAFKA_BROKERS')
const login = ['KAFKA_USERNAME', 'KAFKA_PASSWORD']

/** A component that adds the login of each process at Kafka to its Secret, which has no template then. */
export const kafkaLogin = () => ({
  apiVersion: 'kustomize.config.k8s.io/v1alpha1',
  kind: 'Component',
  patches: ofKafka.map((name) => ({
    target: { kind: 'ExternalSecret', name: `${name}-stores`, namespace: 'utter' },
    patch: stringify(
      login.map((property) => ({
        op: 'add',
        path: '/spec/data/-',
        value: { secretKey: property, remoteRef: { key: `utter/${name}`, property } },
      })),
    ),
  })),
})

const secretOf = (name: string, spec: { target: object; data: object[] }) => ({
  apiVersion: 'external-secrets.io/v1',
  kind: 'ExternalSecret',
  metadata: { name: `${name}-stores`, namespace: 'utter' },
  spec: { refreshInterval: '1h', secretStoreRef: { kind: 'ClusterSecretStore', name: 'utter' }, ...spec },
})
