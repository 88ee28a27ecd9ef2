import { wantedTopics } from '@utter/messaging/topics'

const replicas = 3

/** The topics of the product as objects of Strimzi, which makes them in place of the processes. */
export const strimziTopics = () =>
  wantedTopics({ work: 48, other: 12 }, replicas).map(({ topic, numPartitions, configEntries }) => ({
    apiVersion: 'kafka.strimzi.io/v1',
    kind: 'KafkaTopic',
    metadata: { name: topic, namespace: 'utter-stores', labels: { 'strimzi.io/cluster': 'utter' } },
    spec: {
      partitions: numPartitions,
      replicas,
      config: Object.fromEntries(
        configEntries.map(({ name, value }) => [name, /^\d+$/.test(value) ? Number(value) : value]),
      ),
    },
  }))
