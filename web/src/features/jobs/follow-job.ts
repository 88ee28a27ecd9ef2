import type { QueryClient } from '@tanstack/react-query'
import { JobEvent, type JobView } from '@utter/contracts/http/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { HttpError } from '../../lib/http.ts'
import { followStream } from '../../lib/live-stream.ts'
import { throttle } from '../../lib/throttle.ts'
import { applyEvent } from './apply-event.ts'
import { jobQuery } from './queries.ts'

/** The position, the expected time and the reply stand in the job, not in its events: it is read beside them. */
const readPauseMs = 1_000

/** Keeps one job up to date until it is final; `onFinal` then gets the whole job, once. @returns ends it */
export function followJob(
  client: QueryClient,
  jobId: string,
  onFinal: (job: JobView) => void,
  follow = followStream,
): () => void {
  const query = jobQuery(jobId)
  const read = () => client.fetchQuery({ ...query, staleTime: 0 })
  const readSoon = throttle(() => void read().catch(() => undefined), readPauseMs)
  let isDone = false

  const end = () => {
    endStream()
    readSoon.cancel()
  }
  const finish = (job: JobView) => {
    if (isDone) return
    isDone = true
    end()
    onFinal(job)
  }

  const endStream = follow({
    url: `/api/events/${jobId}`,
    onMessage: (data, id) => {
      const { data: event } = JobEvent.safeParse(data)
      if (!event) return
      const known = client.getQueryData(query.queryKey)
      if (isFinal(event.status)) {
        // Sound, length and reply come with the job; the event is enough if that read fails.
        void read().then(finish, () => known && finish(applyEvent(known, event, Number(id))))
        return
      }
      if (known) client.setQueryData(query.queryKey, applyEvent(known, event, Number(id)))
      readSoon.call()
    },
    shouldReopen: async () => {
      if (isDone) return false
      try {
        const job = await read()
        if (isFinal(job.status)) finish(job)
        return !isFinal(job.status)
      } catch (error) {
        // Gone, or another's: there is nothing to wait for.
        return !(error instanceof HttpError && error.status < 500 && error.status !== 429)
      }
    },
  })
  return () => {
    isDone = true
    end()
  }
}
