import pMap from 'p-map'
import type { Customer } from '../customers/customer.ts'
import type { SseEvent } from '../customers/sse.ts'
import { isDeleted, type JobRecord } from './job-invariants.ts'

/** The events of a stream above an id: until it ends, is silent for seconds, or has received `max`. */
export type ReadStream = (path: string, lastEventId: string, max: number) => Promise<SseEvent[]>

/** Longest time until a stream has sent its events; the account's stays open afterwards. */
const silentMs = 5_000

export const streamsOf =
  (customer: Customer): ReadStream =>
  async (path, lastEventId, max) => {
    let received: SseEvent[] = []
    try {
      return await customer.events(path, {
        lastEventId,
        limitMs: silentMs,
        enough: (events) => {
          received = events
          return events.length >= max
        },
      })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError') return received
      throw error
    }
  }

/** Fewer than an account may have open. */
const readConcurrency = 6

/** Each job's stream read from its start, and the account's: every version once, in order. */
export async function streamViolations(all: JobRecord[], read: ReadStream, now = new Date()): Promise<string[]> {
  // A deleted one has none.
  const jobs = all.filter((job) => !isDeleted(job))
  const broken: string[] = []
  const readStream = async ({ _id, version }: JobRecord) => {
    const ids = (await read(`/api/events/${_id}`, '0', version + 1)).map(({ id }) => id).join()
    if (ids !== Array.from({ length: version }, (_, i) => i + 1).join())
      broken.push(`the stream of job ${_id} has the versions ${ids || 'none'} of ${version}`)
  }
  await pMap(jobs, readStream, { concurrency: readConcurrency })
  return [...broken, ...(await brokenAccountStream(jobs, read, now))]
}

/** It reaches ten minutes and 500 jobs back (notifier, jobs): of an older account that much is read. */
const reachMs = 9 * 60_000
const reachJobs = 500
/** It begins a little before the id that it is given. */
const overlapMs = 10_000

async function brokenAccountStream(jobs: JobRecord[], read: ReadStream, now: Date): Promise<string[]> {
  if (jobs.length === 0 || jobs.length > reachJobs) return []
  const since = now.getTime() - reachMs
  const expected = jobs.flatMap(({ _id, timeline }) =>
    timeline.flatMap(({ at }, index) => (at && at.getTime() >= since - overlapMs ? [`${_id} ${index + 1}`] : [])),
  )
  // A job's own id would do as well: the time in front is what counts.
  const events = await read('/api/events', `${since}-${jobs[0]?._id}-1`, expected.length)
  const received = events.map(({ data }) => `${data.jobId} ${data.version}`)
  const times = events.map(({ id }) => Number(id.split('-', 1)[0]))
  return [
    ...expected.filter((one) => !received.includes(one)).map((one) => `the account's stream leaves out job ${one}`),
    ...received
      .filter((one, index) => received.indexOf(one) !== index)
      .map((one) => `the account's stream doubles job ${one}`),
    ...received
      .filter((one) => !expected.includes(one))
      .map((one) => `the account's stream has job ${one}, which does not exist`),
    ...(times.some((time, index) => time < (times[index - 1] ?? 0)) ? ["the account's stream goes back in time"] : []),
  ]
}
