import { deadTopic } from '@utter/contracts/event'
import { topics } from '@utter/contracts/topics'
import { clusterOf } from './cluster/cluster.ts'
import type { KafkaConfig } from './config.ts'
import { type Admin, kafkajs, type MemberDescription } from './kafkajs/kafkajs.ts'

export type PartitionState = { partition: number; leader: number; replicas: number; inSync: number }
/** `settings`: those that count, whether of the topic or of the brokers. */
export type TopicState = { topic: string; partitions: PartitionState[]; settings: Record<string, string> }
/** `oldLag`: of the messages that are still to be acked, those that are older than the time that was asked about. */
export type GroupState = { group: string; members: number; lag: number; oldLag: number; topics: string[] }
export type KafkaInspection = Awaited<ReturnType<typeof openKafkaInspection>>

const { AssignerProtocol } = kafkajs

/** No number of acks that a broker takes: it answers with this once it has checked the rights, and stores nothing. */
const noAcks = 7
const noAcksAnswer = 'INVALID_REQUIRED_ACKS'

/** Kafka as it is, for an operator: it changes nothing and stores nothing. @throws when no broker answers, or none lets us in */
export async function openKafkaInspection(config: KafkaConfig) {
  const { kafka, topicName, ownTopic, groupName, ownGroup } = clusterOf(config, {
    clientId: 'operator',
    connectionTimeout: 2_000,
    requestTimeout: 6_000,
    retry: { retries: 1, initialRetryTime: 100 },
  })
  const admin = kafka.admin()
  await admin.connect()
  const existing = async (names: string[]) => {
    const all = new Set(await admin.listTopics())
    return names.map(topicName).filter((name) => all.has(name))
  }
  return {
    isEncrypted: config.KAFKA_TLS === 'true',
    async brokers(): Promise<{ brokers: number; controller: number | null }> {
      const { brokers: found, controller } = await admin.describeCluster()
      return { brokers: found.length, controller }
    },
    /** The topics of these names, but those that are missing. */
    async topics(names: string[]): Promise<TopicState[]> {
      const there = await existing(names)
      if (there.length === 0) return []
      const [{ topics: found }, { resources }] = await Promise.all([
        admin.fetchTopicMetadata({ topics: there }),
        admin.describeConfigs({
          includeSynonyms: false,
          resources: there.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
        }),
      ])
      return found.map(({ name, partitions }) => ({
        topic: ownTopic(name) ?? name,
        partitions: partitions.map(({ partitionId, leader, replicas, isr }) => ({
          ...{ partition: partitionId, leader, replicas: replicas.length, inSync: isr.length },
        })),
        settings: Object.fromEntries(
          (resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? []).map(
            ({ configName, configValue }) => [configName, configValue],
          ),
        ),
      }))
    },
    /** These groups, each with or without members. @param before messages from before it, unless acked, are old */
    async groups(ids: string[], before: Date): Promise<GroupState[]> {
      const { groups } = await admin.describeGroups(ids.map(groupName))
      const ends = await endsOf(admin, await existing(Object.keys(topics)), before)
      return Promise.all(
        groups.map(async ({ groupId, members }) => {
          const offsets = await admin.fetchOffsets({ groupId, topics: [...ends.keys()] })
          const assigned = assignedTo(members)
          const group = ownGroup(groupId) ?? groupId
          const state: GroupState = { group, members: members.length, lag: 0, oldLag: 0, topics: [] }
          for (const { topic: name, partitions } of offsets)
            for (const { partition, offset } of partitions) {
              const { low = 0, high = 0, old = 0 } = ends.get(name)?.get(partition) ?? {}
              const topic = ownTopic(name) ?? name
              // Nothing was acked yet: a group begins with the first message of what it consumes.
              if (offset === '-1' && !assigned.has(`${name}/${partition}`)) continue
              const next = offset === '-1' ? low : Number(offset)
              state.lag += Math.max(0, high - next)
              state.oldLag += Math.max(0, old - next)
              if (old > next && !state.topics.includes(topic)) state.topics.push(topic)
            }
          return state
        }),
      )
    },
    /** The number of dead letters of each topic that has some. */
    async deadLetters(): Promise<Record<string, number>> {
      const counts = (await existing(Object.keys(topics).map(deadTopic))).map(async (name) => {
        const offsets = await admin.fetchTopicOffsets(name)
        return [
          (ownTopic(name) ?? name).replace(/\.dead$/, ''),
          offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0),
        ]
      })
      return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count !== 0))
    },
    /** Asks for a publication on each of these topics that no broker carries out. @returns the type of the refusal, undefined when we may publish */
    async refusalToPublish(names: string[]): Promise<string | undefined> {
      const producer = kafka.producer({ idempotent: false, allowAutoTopicCreation: false })
      await producer.connect()
      try {
        await producer.sendBatch({
          acks: noAcks,
          topicMessages: names.map((topic) => ({
            topic: topicName(topic),
            messages: [{ partition: 0, value: 'doctor' }],
          })),
        })
        return undefined
      } catch (error) {
        const { type = 'UNKNOWN' } = error as { type?: string }
        return type === noAcksAnswer ? undefined : type
      } finally {
        await producer.disconnect()
      }
    },
    close: () => admin.disconnect(),
  }
}

/** The partitions that the members of a group read, as `topic/partition`. */
function assignedTo(members: MemberDescription[]): Set<string> {
  const assignments = members.flatMap(({ memberAssignment }) => {
    const decoded = memberAssignment.length > 0 && AssignerProtocol.MemberAssignment.decode(memberAssignment)
    return decoded ? Object.entries(decoded.assignment) : []
  })
  return new Set(assignments.flatMap(([topic, partitions]) => partitions.map((one) => `${topic}/${one}`)))
}

/** The end of each partition, and the first offset that is not older than this time. */
async function endsOf(admin: Admin, names: string[], before: Date) {
  const ends = await Promise.all(
    names.map(async (topic) => {
      const [all, recent] = await Promise.all([
        admin.fetchTopicOffsets(topic),
        admin.fetchTopicOffsetsByTimestamp(topic, before.getTime()),
      ])
      const first = new Map(recent.map(({ partition, offset }) => [partition, Number(offset)]))
      const states = all.map(
        ({ partition, low, high }) =>
          [partition, { low: Number(low), high: Number(high), old: first.get(partition) ?? 0 }] as const,
      )
      return [topic, new Map(states)] as const
    }),
  )
  return new Map(ends)
}
