import { deadTopic } from '@utter/contracts/event'
import { topics } from '@utter/contracts/topics'
import { wantedTopics } from '@utter/messaging/topics'
import { type Check, type Finding, failed, few, inProduction, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { once } from '../once.ts'
import { whereToLook } from './places.ts'

const names = Object.keys(topics).flatMap((topic) => [topic, deadTopic(topic)])

export const kafkaChecks: Check[] = [
  { name: 'kafka: reached', examine: examineReached },
  { name: 'kafka: TLS', examine: examineTls },
  { name: 'kafka: brokers', examine: examineBrokers },
  { name: 'kafka: topics', examine: examineTopics },
  { name: 'kafka: in-sync replicas', examine: examineInSync },
  { name: 'kafka: settings of topics', examine: examineSettings },
  { name: 'kafka: partitions', examine: examinePartitions },
  { name: 'kafka: replication', examine: examineReplication },
  { name: 'kafka: rights', examine: examineRights },
]

async function examineReached({ stores, dataDir }: Examined): Promise<Finding> {
  try {
    await stores.open('Kafka')
    return ok('it answers')
  } catch (error) {
    if ((error as Error).name === 'KafkaJSSASLAuthenticationError')
      return failed('it refuses our login', 'set KAFKA_USERNAME and KAFKA_PASSWORD to a login that it knows')
    return whereToLook(error, { store: 'Kafka', variable: 'KAFKA_BROKERS', log: 'kafka', dataDir })
  }
}

async function examineTls({ isProduction, stores }: Examined): Promise<Finding> {
  const { isEncrypted } = await stores.use('Kafka')
  return isEncrypted
    ? ok('connections are encrypted')
    : inProduction(
        isProduction,
        'connections are not encrypted',
        'give the brokers a listener with TLS, and set KAFKA_TLS=true (infra/operating/kafka.md)',
      )
}

async function examineBrokers({ stores, isProduction }: Examined): Promise<Finding> {
  const { brokers, controller } = await (await stores.use('Kafka')).brokers()
  if (controller === null) return failed(`${brokers} brokers and no controller`, 'start the controllers of the quorum')
  return isProduction && brokers < 3
    ? warning(`${brokers} of the 3 that a copy in sync needs`, 'add brokers until there are three')
    : ok(`${brokers}, and a controller`)
}

/** The topics of the brokers, each beside its wanted settings for as many replicas as it has. */
const comparedTopics = once(async ({ stores, settings, dataDir }: Examined) => {
  const found = await (await stores.use('Kafka')).topics(names)
  const partitions = Number(settings.KAFKA_PARTITIONS ?? (dataDir === undefined ? Number.NaN : 4))
  const other = Math.min(partitions, Math.max(4, partitions / 4))
  return names.map((topic) => {
    const present = found.find((one) => one.topic === topic)
    const replicas = present?.partitions[0]?.replicas ?? 1
    const wanted = wantedTopics({ work: partitions, other }, replicas).find((one) => one.topic === topic)
    return { topic, present, numPartitions: wanted?.numPartitions ?? 1, configEntries: wanted?.configEntries ?? [] }
  })
})

const script = (name: string, { settings }: Examined) => {
  const login = settings.KAFKA_TLS || settings.KAFKA_SASL_MECHANISM ? ' --command-config admin.properties' : ''
  return `${name} --bootstrap-server ${settings.KAFKA_BROKERS}${login}`
}
/** The name that a topic has at the brokers. */
const nameAt = ({ settings }: Examined, topic: string) => `${settings.KAFKA_TOPIC_PREFIX ?? ''}${topic}`

async function examineTopics(examined: Examined): Promise<Finding> {
  const compared = await comparedTopics(examined)
  const missing = compared.filter(({ present }) => !present)
  const [first] = missing
  if (!first) return ok(`${compared.length} are there`)
  const replicas = Math.max(1, ...compared.map(({ present }) => present?.partitions[0]?.replicas ?? 1))
  const { topic, numPartitions, configEntries } = first
  const partitions = Number.isFinite(numPartitions) ? numPartitions : await partitionsLike(topic, compared)
  const config = configEntries.map(({ name, value }) => ` --config ${name}=${value}`).join('')
  return failed(
    `missing: ${few(missing.map((one) => one.topic))}`,
    `${script('kafka-topics.sh', examined)} --create --topic ${nameAt(examined, topic)} --partitions ${partitions} --replication-factor ${replicas}${config}`,
  )
}

/** As many as a topic of the same kind has. */
async function partitionsLike(name: string, compared: Awaited<ReturnType<typeof comparedTopics>>): Promise<number> {
  const isWork = topics[name]?.work
  const same = compared.find(({ topic, present }) => present && topics[topic]?.work === isWork)
  return same?.present?.partitions.length ?? 12
}

async function examineInSync(examined: Examined): Promise<Finding> {
  const found = (await comparedTopics(examined)).flatMap(({ present }) => present ?? [])
  const states = found.flatMap(({ topic, partitions, settings }) =>
    partitions.map((one) => ({
      place: `${topic}/${one.partition}`,
      isBehind: one.inSync < one.replicas,
      isRefusing: one.leader < 0 || one.inSync < Number(settings['min.insync.replicas'] ?? 1),
    })),
  )
  const placesOf = (is: (one: (typeof states)[number]) => boolean) => few(states.filter(is).map(({ place }) => place))
  const action = `start the brokers that are away: ${script('kafka-topics.sh', examined)} --describe --under-replicated-partitions`
  if (states.some(({ isRefusing }) => isRefusing))
    return failed(`no publication is taken on ${placesOf(({ isRefusing }) => isRefusing)}`, action)
  return states.some(({ isBehind }) => isBehind)
    ? warning(`a copy is behind of ${placesOf(({ isBehind }) => isBehind)}`, action)
    : ok('each copy of each partition is in sync')
}

async function examineSettings(examined: Examined): Promise<Finding> {
  const compared = await comparedTopics(examined)
  const changed = compared.flatMap(({ topic, present, configEntries }) => {
    const other = configEntries.filter(({ name, value }) => present && present.settings[name] !== value)
    return other.length > 0 ? [{ topic, other, settings: present?.settings ?? {} }] : []
  })
  const [first] = changed
  if (!first) return ok('retention, segments and sizes are as wanted')
  const config = first.other.map(({ name, value }) => `${name}=${value}`).join(',')
  const seen = first.other.map(({ name }) => `${name}=${first.settings[name]}`).join(', ')
  return warning(
    `${few(changed.map(({ topic }) => topic))}: ${first.topic} has ${seen}`,
    `${script('kafka-configs.sh', examined)} --alter --entity-type topics --entity-name ${nameAt(examined, first.topic)} --add-config ${config}`,
  )
}

async function examinePartitions(examined: Examined): Promise<Finding> {
  const compared = await comparedTopics(examined)
  // Compacted ones never grow: a key that moves to another partition would leave its last message in the old one for ever.
  const fewer = compared.filter(
    ({ topic, present, numPartitions }) =>
      present && present.partitions.length < numPartitions && !topics[topic]?.compacted,
  )
  const [first] = fewer
  if (!compared.some(({ numPartitions }) => numPartitions > 1)) return skipped('KAFKA_PARTITIONS is not set here')
  return first
    ? warning(
        `fewer than wanted: ${few(fewer.map(({ topic, present, numPartitions }) => `${topic} (${present?.partitions.length} of ${numPartitions})`))}`,
        `${script('kafka-topics.sh', examined)} --alter --topic ${nameAt(examined, first.topic)} --partitions ${first.numPartitions}`,
      )
    : ok('no topic has fewer than wanted')
}

async function examineReplication(examined: Examined): Promise<Finding> {
  const found = (await comparedTopics(examined)).flatMap(({ present }) => present ?? [])
  const copies = found.flatMap(({ partitions }) => partitions.map(({ replicas }) => replicas))
  if (copies.length === 0) return skipped('there is no topic')
  const minCopies = Math.min(...copies)
  const observed = `${minCopies} of each partition at least`
  return examined.isProduction && minCopies < 3
    ? warning(
        observed,
        `${script('kafka-reassign-partitions.sh', examined)} --execute --reassignment-json-file FILE, to three each`,
      )
    : ok(observed)
}

async function examineRights({ stores }: Examined): Promise<Finding> {
  const kafka = await stores.use('Kafka')
  const there = (await kafka.topics(names)).map(({ topic }) => topic)
  if (there.length === 0) return skipped('there is no topic')
  const refusal = await kafka.refusalToPublish(there)
  return refusal
    ? failed(
        `we may not publish: ${refusal}`,
        'give us the right to write to them: kafka-acls.sh --add --allow-principal User:… --operation Write --topic …',
      )
    : ok(`we may publish on ${there.length} topics`)
}
