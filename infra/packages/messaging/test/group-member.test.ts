import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { aName, log, openBus, progressed, sharedKafka } from '@utter/testing/setup/buses'
import { expect, onTestFinished, test } from 'vitest'
import { clusterOf } from '../src/cluster/cluster.ts'
import { type GroupMemberOptions, openGroupMember } from '../src/kafkajs/group-member.ts'
import { kafkajs } from '../src/kafkajs/kafkajs.ts'

const cluster = clusterOf(sharedKafka(), { clientId: 'test' })
const topicName = cluster.topicName(JobProgressed.topic)

/** A member of a group of its own whose handling of batches is the test's. */
function member(options: Partial<GroupMemberOptions> & Pick<GroupMemberOptions, 'onBatch'>) {
  const joins: boolean[] = []
  const opened = openGroupMember(cluster.kafka, log, {
    groupId: aName(),
    topics: [topicName],
    fromBeginning: true,
    firstRebuildMs: 10,
    owned: () => ({}),
    onJoin: (_assigned, isContinued) => joins.push(isContinued),
    onLost: () => {},
    ...options,
  })
  onTestFinished(() => opened.close())
  return { opened, joins }
}

const broken = () => new kafkajs.KafkaJSNonRetriableError('nothing that kafkajs would try again')

test('a consumer that kafkajs gives up is rebuilt, and consumes what it had not acked', async () => {
  const bus = await openBus()
  const jobId = randomUUID()
  const seen: string[] = []
  let isBroken = true
  const { joins } = member({
    async onBatch({ batch, resolveOffset }) {
      if (isBroken) {
        isBroken = false
        throw broken()
      }
      for (const { key, offset } of batch.messages) {
        seen.push(String(key))
        resolveOffset(offset)
      }
    },
  })
  await bus.publish([progressed(jobId, 1)])
  await eventually('it was consumed', () => seen.includes(jobId))
  await eventually('it has joined twice', () => joins.length >= 2)
})

test('one that fails seven times in a row gives up with the reason', async () => {
  const bus = await openBus()
  await bus.publish([progressed(randomUUID(), 1)])
  const cause = broken()
  const givenUp = Promise.withResolvers<Error>()
  member({
    async onBatch() {
      throw cause
    },
    onGivenUp: givenUp.resolve,
  })
  await expect(givenUp.promise).resolves.toMatchObject({ message: expect.stringContaining('7 times in a row'), cause })
})

test('one whose session was over, and whose next join fails, is a member again, and commits', async () => {
  const bus = await openBus()
  const groupId = aName()
  const jobId = randomUUID()
  let joins = 0
  let isBehind = true
  member({
    groupId,
    settings: { sessionTimeout: 1_000, maxWaitTimeInMs: 50 },
    owned() {
      if (++joins === 2) throw new Error('the coordinator moves')
      return {}
    },
    async onBatch({ batch, resolveOffset, commitOffsetsIfNecessary }) {
      const { topic, partition } = batch
      if (isBehind) await pause(1_500)
      isBehind = false
      resolveOffset(batch.lastOffset())
      const offset = String(Number(batch.lastOffset()) + 1)
      await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] }).catch(() => {})
    },
  })
  await bus.publish([progressed(jobId, 1)])
  await eventually('its session was over', () => joins >= 2)
  const admin = cluster.kafka.admin()
  await admin.connect()
  onTestFinished(() => admin.disconnect())
  await eventually('it is a member', async () => {
    const { groups } = await admin.describeGroups([groupId])
    return groups[0]?.members.length === 1
  })
  const committed = async () => {
    const [offsets] = await admin.fetchOffsets({ groupId, topics: [topicName] })
    return Math.max(...(offsets?.partitions ?? []).map(({ offset }) => Number(offset)))
  }
  await eventually('what it had consumed is committed', async () => (await committed()) > 0)
})

test('it measures for how long it has fetched nothing', async () => {
  const { opened } = member({ async onBatch() {} })
  await opened.positioned
  expect(opened.silentMs()).toBeLessThan(5_000)
  await opened.close()
  const before = opened.silentMs()
  await eventually('it grows silent', () => opened.silentMs() > before + 50)
})
