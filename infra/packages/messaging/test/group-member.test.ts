import { randomUUID } from 'node:crypto'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { aName, brokers, log, openBus, progressed } from '@utter/testing/setup/buses'
import { expect, onTestFinished, test } from 'vitest'
import { type GroupMemberOptions, openGroupMember } from '../src/kafkajs/group-member.ts'
import { Kafka, kafkajs, logLevel } from '../src/kafkajs/kafkajs.ts'

/** A member of a group of its own whose handling of batches is the test's. */
function member(options: Partial<GroupMemberOptions> & Pick<GroupMemberOptions, 'onBatch'>) {
  const kafka = new Kafka({ clientId: 'test', brokers: brokers(), logLevel: logLevel.NOTHING })
  const joins: boolean[] = []
  const opened = openGroupMember(kafka, log, {
    groupId: aName(),
    topics: [JobProgressed.topic],
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

test('it measures for how long it has fetched nothing', async () => {
  const { opened } = member({ async onBatch() {} })
  await opened.positioned
  expect(opened.silentMs()).toBeLessThan(5_000)
  await opened.close()
  const before = opened.silentMs()
  await eventually('it grows silent', () => opened.silentMs() > before + 50)
})
