import { parts } from '@utter/local/processes/processes'
import { stringify } from 'yaml'
import { readBy, readersOf } from './networks.ts'

const member = (index: number) => `utter-mongo-${index}.utter-mongo-svc.utter-stores:27017`
const sentinel = (index: number) => `redis-${index}.redis.utter-stores:26379`
const hosts = (host: (index: number) => string) => [0, 1, 2].map(host).join(',')
/** A password as an address has it. */
const written = (password: string) => `{{ .${password} | urlquery | replace "+" "%20" }}`

const addressOf = {
  REDIS_URL: () =>
    `redis+sentinel://:${written('redis')}@${hosts(sentinel)}/?master=utter&sentinelPassword=${written('redis')}`,
  MONGO_URL: (name: string) => {
    const { user, database } = userOf(name)
    return `mongodb://${user}:${written('mongo')}@${hosts(member)}/?replicaSet=utter-mongo&authSource=${database}`
  },
}
const passwords = {
  REDIS_URL: () => ({ secretKey: 'redis', remoteRef: { key: 'utter/shared', property: 'REDIS_PASSWORD' } }),
  MONGO_URL: (name: string) => ({
    secretKey: 'mongo',
    remoteRef: { key: `utter/${userOf(name).user}`, property: 'MONGO_PASSWORD' },
  }),
}
const outside = {
  REDIS_URL: () => ({ secretKey: 'REDIS_URL', remoteRef: { key: 'utter/shared', property: 'REDIS_URL' } }),
  MONGO_URL: (name: string) => ({
    secretKey: 'MONGO_URL',
    remoteRef: { key: `utter/${userOf(name).user}`, property: 'MONGO_URL' },
  }),
}
const addresses = Object.keys(addressOf) as (keyof typeof addressOf)[]
const addressesOf = (name: string) => addresses.filter((variable) => readBy(name).includes(variable))
/** Processes and pods beside them that have a Secret with addresses of stores. */
const users = [...Object.keys(parts), 'backups']
/** The user of MongoDB, of the same name as what reads the store, and the database that knows it. */
const userOf = (name: string) =>
  name === 'backups' ? { user: 'backup', database: 'admin' } : { user: name, database: name }

/** Secrets with the addresses of the stores in the cluster, made of passwords: neither is kept twice. */
export const storeAddresses = () =>
  users.map((name) =>
    secretOf(name, {
      target: {
        name: `${name}-stores`,
        template: {
          data: Object.fromEntries(addressesOf(name).map((variable) => [variable, addressOf[variable](name)])),
        },
      },
      data: addressesOf(name).map((variable) => passwords[variable](name)),
    }),
  )

/** Patches of these Secrets for stores elsewhere, whose addresses are kept as they are. */
export const externalAddresses = () =>
  users.map((name) =>
    secretOf(name, {
      target: { name: `${name}-stores`, template: null },
      data: addressesOf(name).map((variable) => outside[variable](name)),
    }),
  )

/** Processes that speak to Kafka. */
export const ofKafka = readersOf('KAFKA_BROKERS').filter((name) => name in parts)
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
