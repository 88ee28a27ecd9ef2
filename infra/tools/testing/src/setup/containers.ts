import { mongoVersion } from '@utter/local/backing/mongo-version'
import { isPrimaryAt, setName } from '@utter/local/backing/replica-set'
import { freePort } from '@utter/local/free-port'
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers'
import { eventually } from '../eventually.ts'

export type Containers = {
  env: { MONGO_URL: string; REDIS_URL: string; KAFKA_BROKERS: string }
  stop(): Promise<void>
}

const kafkaPort = 9_092
const mongoPort = 27_017

/** A real mongod, Redis and Kafka from their images, for machines with a Docker engine: `TEST_CONTAINERS=true npm test`. */
export async function startContainers(): Promise<Containers> {
  const [mongo, redis, kafka] = await Promise.all([
    startMongo(),
    new GenericContainer('redis:7.4.9-alpine')
      .withExposedPorts(6_379)
      .withWaitStrategy(Wait.forListeningPorts())
      .start(),
    startKafka(),
  ])
  return {
    env: {
      MONGO_URL: mongo.url,
      REDIS_URL: `redis://${redis.getHost()}:${redis.getMappedPort(6_379)}`,
      KAFKA_BROKERS: kafka.broker,
    },
    async stop() {
      await Promise.all([mongo.stop(), redis.stop(), kafka.stop()])
    },
  }
}

/** Starts a replica set of one. Its member has another address inside than here, so it is asked directly. */
async function startMongo(): Promise<{ url: string; stop(): Promise<unknown> }> {
  const container = await new GenericContainer(`mongo:${mongoVersion}`)
    .withExposedPorts(mongoPort)
    .withCommand(['--replSet', setName, '--bind_ip_all'])
    .withWaitStrategy(Wait.forListeningPorts())
    .start()
  const address = `${container.getHost()}:${container.getMappedPort(mongoPort)}`
  await eventually('the replica set takes writes', () =>
    isPrimaryAt(address, mongoVersion, `127.0.0.1:${mongoPort}`).catch(() => false),
  )
  return { url: `mongodb://${address}/?directConnection=true`, stop: () => container.stop() }
}

/** Starts a broker that is its own controller, on a port chosen before: it advertises its address to clients. */
async function startKafka(): Promise<{ broker: string; stop(): Promise<unknown> }> {
  const { host } = (await getContainerRuntimeClient()).info.containerRuntime
  const port = await freePort()
  const broker = `${host}:${port}`
  const container = await new GenericContainer('apache/kafka:4.1.1')
    .withExposedPorts({ container: kafkaPort, host: port })
    // As the broker that is started where there is no engine: infra/tools/local/src/backing/kafka-properties.ts.
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `PLAINTEXT://:${kafkaPort},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${broker}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR: '1',
      KAFKA_GROUP_COORDINATOR_APPEND_LINGER_MS: '0',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start()
  return { broker, stop: () => container.stop() }
}
