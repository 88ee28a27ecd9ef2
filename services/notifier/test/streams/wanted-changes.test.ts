import { randomUUID } from 'node:crypto'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { systemClock as clock } from '@utter/runtime/clock'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { eventually } from '@utter/testing/eventually'
import { finished, openBus, progressed } from '@utter/testing/setup/buses'
import { expect, test, vi } from 'vitest'
import { broadcasts } from '../../src/app.ts'
import type { JobsClient } from '../../src/clients/jobs.ts'
import { linesOf, openNotifier } from '../support/open-notifier.ts'

const audio = createAudioAddresses(['k'.repeat(32)])

/** A notifier that consumes as its process does, and the changes that were handed to its hub. */
async function openConsuming(answers: Partial<JobsClient> = {}) {
  const bus = await openBus()
  const notifier = await openNotifier(answers)
  const { hub, streams } = notifier
  const handedOn = vi.spyOn(hub, 'publish')
  await bus.broadcast(Object.values(broadcasts({ hub, streams, audio, clock })))
  const jobsHandedOn = () => handedOn.mock.calls.map(([{ jobId, version }]) => `${jobId} ${version}`)
  return Object.assign(notifier, { bus, jobsHandedOn })
}

test('changes of accounts without a stream here are not handed on, and a stream that is opened later gets its own', async () => {
  await using notifier = await openConsuming()
  const [mine, theirs, last] = [randomUUID(), randomUUID(), randomUUID()]
  await notifier.bus.publish([progressed(mine, 1, notifier.userId)])
  const abort = new AbortController()
  const response = await fetch(`${notifier.url}/api/events`, { headers: notifier.headers, signal: abort.signal })
  for (const version of [2, 3])
    await notifier.bus.publish([progressed(theirs, version), progressed(mine, version, notifier.userId)])
  await notifier.bus.publish([finished(theirs, 4), finished(mine, 4, notifier.userId)])
  // Order holds within a topic and a job.
  await eventually('its changes were handed on', () =>
    [3, 4].every((version) => notifier.jobsHandedOn().includes(`${mine} ${version}`)),
  )
  await notifier.bus.publish([progressed(last, 1, notifier.userId)])
  const ids = await linesOf(response, 'id', last)
  abort.abort()
  const ofMine = ids.filter((id) => id.includes(mine)).map((id) => Number(id.split('-').at(-1)))
  expect(ofMine.filter((version) => version > 1).toSorted()).toEqual([2, 3, 4])
  expect(notifier.jobsHandedOn().filter((one) => one.startsWith(theirs))).toEqual([])
})

test('a stream of a job gets a change that is consumed while the job is being read', async () => {
  const jobId = randomUUID()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<JobView>()
  await using notifier = await openConsuming({
    job: async () => {
      asked.resolve()
      return answer.promise
    },
  })
  const at = '2026-03-20T12:00:00.000Z'
  const entry = { at, version: 1, step: 'accepted', status: 'pending' as const, progress: 0 }
  const opened = fetch(`${notifier.url}/api/events/${jobId}`, { headers: notifier.headers })
  await asked.promise
  await notifier.bus.publish([progressed(jobId, 2, notifier.userId)])
  await eventually('it was handed on', () => notifier.jobsHandedOn().includes(`${jobId} 2`))
  answer.resolve({ id: jobId, ...entry, timeline: [entry] } as unknown as JobView)
  await notifier.bus.publish([finished(jobId, 3, notifier.userId)])
  expect(await linesOf(await opened, 'id')).toEqual(['1', '2', '3'])
})
