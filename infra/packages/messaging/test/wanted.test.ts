import { randomUUID } from 'node:crypto'
import { JobCancelled } from '@utter/contracts/events/job-cancelled'
import { JobDeleted } from '@utter/contracts/events/job-deleted'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { aName, openBus, progressed, publishRaw, sharedKafka } from '@utter/testing/setup/buses'
import { expect, test } from 'vitest'
import { openDeadLetterOffice } from '../src/dead-letters/dead-letter-office.ts'
import { type Address, on } from '../src/handler.ts'
import { eventOf } from '../src/outgoing-event.ts'
import { encode } from '../src/publish/encoding.ts'

/** The versions of each job that a broadcast hands to its handler. */
function progress(wants?: (address: Address) => boolean) {
  const handled = new Map<string, number[]>()
  const handler = on(
    JobProgressed,
    async ({ jobId }, { version }) => void handled.set(jobId, [...(handled.get(jobId) ?? []), version]),
    wants && { wants },
  )
  return { handler, of: (jobId: string) => handled.get(jobId) ?? [] }
}

/** A message of a job without the header of its account. */
function ofBefore(jobId: string, version: number) {
  const { key, value } = encode(progressed(jobId, version)).message
  return { key: String(key), value: String(value) }
}

test('a broadcast hands on what a handler wants by its account or its job, in its order, and nothing else', async () => {
  const bus = await openBus()
  const [account, ofAccount, ofNobody, alone] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const { handler, of } = progress(({ userId, key }) => userId === account || key === alone)
  await bus.broadcast([handler])
  for (const version of [1, 2, 3]) {
    await bus.publish([
      progressed(ofAccount, version, account),
      progressed(ofNobody, version, randomUUID()),
      progressed(alone, version, randomUUID()),
    ])
  }
  await bus.publish([progressed(ofNobody, 4, account)])
  await eventually(
    'those were handled',
    () => of(ofAccount).length >= 3 && of(alone).length >= 3 && of(ofNobody).length,
  )
  expect([of(ofAccount), of(alone), of(ofNobody)]).toEqual([[1, 2, 3], [1, 2, 3], [4]])
})

test('a message that nobody wants is not parsed', async () => {
  const bus = await openBus()
  const job = randomUUID()
  const { handler, of } = progress(({ userId }) => userId === job)
  await bus.broadcast([handler])
  await publishRaw(JobProgressed.topic, [{ key: job, value: 'not JSON', headers: { userId: randomUUID() } }])
  await bus.publish([progressed(job, 2)])
  await eventually('the one after it is handled', () => of(job).length > 0)
  const office = await openDeadLetterOffice(sharedKafka())
  expect((await office.list(JobProgressed.topic)).filter(({ key }) => key === job)).toEqual([])
  await office.close()
})

test('a message without its account’s header, as older versions publish it, is handled', async () => {
  const bus = await openBus()
  const [job, other] = [randomUUID(), randomUUID()]
  const { handler, of } = progress(() => false)
  await bus.broadcast([handler])
  await publishRaw(JobProgressed.topic, [ofBefore(job, 1)])
  await bus.publish([progressed(job, 2), progressed(other, 1)])
  await publishRaw(JobProgressed.topic, [ofBefore(job, 3)])
  await eventually('both were handled', () => of(job).length >= 2)
  expect([of(job), of(other)]).toEqual([[1, 3], []])
})

test('a handler that begins to want a job gets what is published from then on', async () => {
  const bus = await openBus()
  const [job, first] = [randomUUID(), randomUUID()]
  const wanted = new Set<string>([first])
  const { handler, of } = progress(({ key }) => wanted.has(key))
  await bus.broadcast([handler])
  await bus.publish([progressed(job, 1)])
  wanted.add(job)
  await bus.publish([progressed(job, 2), progressed(job, 3)])
  await eventually('they were handled', () => of(job).includes(3))
  // It may have begun before the first was fetched.
  expect(of(job).filter((version) => version > 1)).toEqual([2, 3])
})

test('messages of a topic with a handler that wants all of them are all handled', async () => {
  const bus = await openBus()
  const jobId = randomUUID()
  const handled: string[] = []
  const note = (type: string) => async (data: { jobId: string }) => {
    if (data.jobId === jobId) handled.push(type)
  }
  await bus.broadcast([on(JobDeleted, note('deleted'), { wants: () => false }), on(JobCancelled, note('cancelled'))])
  const about = { userId: randomUUID(), version: 1, data: { jobId } }
  await bus.publish([eventOf(JobCancelled, about), eventOf(JobDeleted, about)])
  await eventually('both were handled', () => handled.length >= 2)
  expect(handled).toEqual(['cancelled', 'deleted'])
})

test('a group handles each message, whatever a broadcast would want', async () => {
  const bus = await openBus()
  const job = randomUUID()
  const { handler, of } = progress(() => false)
  await bus.consume([handler], { group: aName() })
  await bus.publish([progressed(job, 1)])
  await eventually('it was handled', () => of(job).length > 0)
})
