import { readConfig } from '@utter/runtime/read-config'
import * as z from 'zod/mini'
import { type KafkaConfig, kafkaConfig } from '../config.ts'
import { Kafka, logLevel } from '../kafkajs/kafkajs.ts'
import { saslOf } from './sasl.ts'
import { socketsOf } from './sockets.ts'

/** A Kafka that may be shared: clients of it, and the names that our topics and groups have there. */
export type Cluster = {
  kafka: Kafka
  /** The name at the brokers of a topic of ours. */
  topicName(topic: string): string
  /** The topic of ours that has this name at the brokers; undefined for another's. */
  ownTopic(name: string): string | undefined
  groupName(group: string): string
  /** The group of ours that has this name at the brokers; undefined for another's. */
  ownGroup(name: string): string | undefined
}

type Client = ConstructorParameters<typeof Kafka>[0]

/**
 * The one place that makes a client of Kafka. It opens no connection.
 * @param client of kafkajs: what differs between a service, a question and the operator
 * @throws ConfigError when the variables do not fit one another
 */
export function clusterOf(
  config: KafkaConfig,
  client: Omit<Client, 'brokers' | 'ssl' | 'sasl' | 'socketFactory'>,
): Cluster {
  const sasl = saslOf(config)
  const topics = namesWith(config.KAFKA_TOPIC_PREFIX)
  const groups = namesWith(config.KAFKA_GROUP_PREFIX)
  return {
    kafka: new Kafka({
      logLevel: logLevel.NOTHING,
      ...client,
      brokers: config.KAFKA_BROKERS,
      socketFactory: socketsOf(config),
      ...(sasl && { sasl }),
    }),
    topicName: topics.outside,
    ownTopic: topics.inside,
    groupName: groups.outside,
    ownGroup: groups.inside,
  }
}

/** The variables of an environment that lead to Kafka, for tools. @throws ConfigError as `clusterOf` does */
export function readKafka(env: NodeJS.ProcessEnv): KafkaConfig {
  const config = readConfig(z.object(kafkaConfig), env)
  clusterOf(config, {})
  return config
}

const namesWith = (prefix = '') => ({
  outside: (name: string) => `${prefix}${name}`,
  inside: (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined),
})
