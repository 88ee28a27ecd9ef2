import { randomUUID } from 'node:crypto'
import { deadTopic } from '@utter/contracts/event'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { aName, openBus, progressed, sharedKafka } from '@utter/testing/setup/buses'
import { expect, onTestFinished, test } from 'vitest'
import { clusterOf } from '../src/cluster/cluster.ts'
import { openDeadLetterOffice } from '../src/dead-letters/dead-letter-office.ts'
import { on } from '../src/handler.ts'
import { kafkajs } from '../src/kafkajs/kafkajs.ts'
import { encode } from '../src/publish/encoding.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs
const codecs = ['GZIP', 'Snappy', 'LZ4', 'ZSTD'] as const

/** Publishes as a client with compression does; ours never compresses. All of a call are one batch, since they have one key. */
async function publishCompressed(codec: (typeof codecs)[number], jobId: string, versions: number[]): Promise<void> {
  const { kafka, topicName } = clusterOf(sharedKafka(), { clientId: 'test' })
  const producer = kafka.producer({ allowAutoTopicCreation: false })
  await producer.connect()
  const messages = versions.map((version) => encode(progressed(jobId, version)).message)
  await producer.send({
    topic: topicName(JobProgressed.topic),
    acks: -1,
    compression: CompressionTypes[codec],
    messages,
  })
  await producer.disconnect()
}

async function consumeVersions(jobId: string): Promise<number[]> {
  const versions: number[] = []
  const bus = await openBus()
  await bus.consume(
    [
      on(JobProgressed, async (data, { version }) => {
        if (data.jobId === jobId) versions.push(version)
      }),
    ],
    { group: aName() },
  )
  return versions
}

test.each(codecs)('messages that another client stored as %s are consumed like any other', async (codec) => {
  const jobId = randomUUID()
  const versions = await consumeVersions(jobId)
  const many = Array.from({ length: 300 }, (_, index) => index + 1)
  await publishCompressed(codec, jobId, many)
  await eventually('all were consumed', () => versions.length >= many.length)
  expect(versions).toEqual(many)
})

test.each(codecs)(
  'a batch of %s that cannot be decoded goes to the dead letters, and its partition goes on',
  async (codec) => {
    const jobId = randomUUID()
    // The broker refuses a broken batch, so the codec breaks: for the consumer it is the same.
    const usual = CompressionCodecs[CompressionTypes[codec]] as () => { compress: unknown }
    const { compress } = usual()
    const decompress = () => Promise.reject(new Error('corrupt input'))
    Object.assign(CompressionCodecs, { [CompressionTypes[codec]]: () => ({ compress, decompress }) })
    onTestFinished(() => void Object.assign(CompressionCodecs, { [CompressionTypes[codec]]: usual }))

    const bus = await openBus()
    await publishCompressed(codec, jobId, [1, 2, 3])
    const versions = await consumeVersions(jobId)
    await bus.publish([progressed(jobId, 4)])
    await eventually('what came after it was consumed', () => versions.includes(4))
    expect(versions).toEqual([4])

    const office = await openDeadLetterOffice(sharedKafka())
    onTestFinished(() => office.close())
    const letters = await office.list(JobProgressed.topic)
    expect(deadTopic(JobProgressed.topic)).toBe('job.progressed.dead')
    expect(letters.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^a batch that cannot be decoded: corrupt input$/),
    )
  },
)
