import { setTimeout as pause } from 'node:timers/promises'
import { deadTopic } from '@utter/contracts/event'
import { services } from '@utter/contracts/flow'
import { topics } from '@utter/contracts/topics'
import { type Cluster, clusterOf } from '../cluster/cluster.ts'
import type { KafkaConfig } from '../config.ts'
import { unlessThere, untilLed } from '../topics.ts'
import { type Admin, type ITopicConfig, kafkajs } from './kafkajs.ts'

const goneWithinMs = 30_000
/** Source of a setting that was made for the topic itself; other sources are the broker's. */
const topicSource = 1

const connected = async <T>(config: KafkaConfig, ask: (admin: Admin, cluster: Cluster) => Promise<T>): Promise<T> => {
  const cluster = clusterOf(config, { clientId: 'operator' })
  const admin = cluster.kafka.admin()
  await admin.connect()
  try {
    return await ask(admin, cluster)
  } finally {
    await admin.disconnect()
  }
}

/**
 * The groups of our processes that have members: each service consumes, so a service that runs is among them. A process
 * that was killed is a member for 10 s more.
 */
export const runningGroups = (config: KafkaConfig): Promise<string[]> =>
  connected(config, async (admin, cluster) => {
    const { groups } = await admin.describeGroups(await ownGroups(admin, cluster))
    return groups.flatMap(({ groupId, members }) => (members.length > 0 ? [groupId] : [])).sort()
  })

/**
 * Kafka as it is before the first message: every topic of the product is empty, dead letters too, and no group has an offset. The topics keep their
 * partitions and settings. No process may run. Repeated after a crash it ends the same, but for settings of topics that were gone by then.
 */
export const clearKafka = (config: KafkaConfig): Promise<void> =>
  connected(config, async (admin, cluster) => {
    const existing = new Set(await admin.listTopics())
    const names = Object.keys(topics)
      .flatMap((topic) => [topic, deadTopic(topic)].map(cluster.topicName))
      .filter((topic) => existing.has(topic))
    const wanted = names.length > 0 ? await describe(admin, names) : []
    const groups = await ownGroups(admin, cluster)
    if (groups.length > 0) await admin.deleteGroups(groups)
    if (names.length === 0) return
    await admin.deleteTopics({ topics: names })
    await untilGone(admin, names)
    // kafkajs' own wait gives up on a topic that the broker does not know yet.
    await admin.createTopics({ topics: wanted, waitForLeaders: false }).catch(unlessThere)
    await untilLed(admin, names)
  })

/** The groups of every service: its own, its other ones, and those of its replicas. */
async function ownGroups(admin: Admin, { ownGroup }: Cluster): Promise<string[]> {
  const { groups } = await admin.listGroups()
  const isOurs = (id: string) => {
    const group = ownGroup(id)
    return services.some((service) => group === service || group?.startsWith(`${service}-`))
  }
  return groups.map(({ groupId }) => groupId).filter(isOurs)
}

async function describe(admin: Admin, names: string[]): Promise<ITopicConfig[]> {
  const { topics: found } = await admin.fetchTopicMetadata({ topics: names })
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  })
  return found.map(({ name, partitions }) => ({
    topic: name,
    numPartitions: partitions.length,
    replicationFactor: partitions[0]?.replicas.length ?? 1,
    configEntries: (resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [])
      .filter(({ configSource }) => Number(configSource) === topicSource)
      .map(({ configName, configValue }) => ({ name: configName, value: configValue })),
  }))
}

/** Brokers remove topics after they have answered. */
async function untilGone(admin: Admin, names: string[]): Promise<void> {
  const untilMs = performance.now() + goneWithinMs
  for (;;) {
    const existing = new Set(await admin.listTopics())
    if (!names.some((name) => existing.has(name))) return
    if (performance.now() > untilMs) throw new Error('The brokers have not removed the topics within 30 s.')
    await pause(100)
  }
}
