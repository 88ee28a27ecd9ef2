import { maxJobsInCall } from '@utter/contracts/http/internal/jobs/get-job-details'
import { forEachInFlight, inPartsOf } from '@utter/runtime/for-each-in-flight'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from '../clients/jobs.ts'
import type { OpenStream } from './stream.ts'

const maxInFlight = 4

/** Reads replies and positions for the streams that are due, a hundred jobs in a call. While jobs is unavailable they stay due. */
export async function readDetails(
  streams: Iterable<OpenStream>,
  { jobs, log }: { jobs: JobsClient; log: Log },
): Promise<void> {
  const nowMs = performance.now()
  const due = [...streams].flatMap(({ userId, job }) => (job?.details.isDue(nowMs) ? [{ userId, ...job }] : []))
  await forEachInFlight(inPartsOf(maxJobsInCall, due), maxInFlight, async (part) => {
    for (const { details } of part) details.beginRead()
    try {
      const answer = await jobs.details(part.map(({ userId, id }) => ({ userId, id })))
      for (const { id, details } of part) details.handleRead(answer[id])
    } catch (error) {
      for (const { details } of part) details.handleFailedRead()
      log.debug({ err: error, jobs: part.length }, 'replies and positions are read later')
    }
  })
}
