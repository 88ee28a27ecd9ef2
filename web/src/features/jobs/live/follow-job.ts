import type { QueryClient } from '@tanstack/react-query'
import {
  AudioEvent,
  JobEvent,
  type JobView,
  PositionEvent,
  ReplyEvent,
  WordsEvent,
  WritingEvent,
} from '@utter/contracts/http/jobs/job-views'
import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { isFinal } from '@utter/contracts/jobs'
import { HttpError } from '../../../lib/server/http.ts'
import { followStream } from '../../../lib/server/live-stream.ts'
import { throttle } from '../../../lib/throttle.ts'
import { accountEvents } from './account-events.ts'
import { applyEvent } from './apply-event.ts'
import { acquireJobStreamSlot } from './job-stream-slot.ts'
import { jobQuery } from './queries.ts'

/** Reads of a job that is followed by the account's stream, which carries neither reply nor position. */
const readPauseMs = 1_000

interface FollowOptions {
  /**
   * The reply as far as it is written, each text in place of the one before, and once the whole of it; a further attempt begins anew. By the
   * account's stream only the whole comes.
   */
  onText?: (text: string) => void
  /** The job can be heard while it is spoken, at this address; called again by a further attempt. */
  onAudio?: (audioUrl: string) => void
  /** The words that can be heard there so far, with their times; all of them with each sentence. */
  onWords?: (words: WordTime[]) => void
  follow?: typeof followStream
  acquireSlot?: typeof acquireJobStreamSlot
}

/**
 * Keeps one job up to date until it is final; `onFinal` then gets the whole job, once. By a stream of its own, or, when other tabs hold as
 * many as the browser can bear, by the account's. @returns ends it
 */
export function followJob(
  client: QueryClient,
  jobId: string,
  onFinal: (job: JobView) => void,
  { onText, onAudio, onWords, follow = followStream, acquireSlot = acquireJobStreamSlot }: FollowOptions = {},
): () => void {
  const query = jobQuery(jobId)
  const ending: (() => void)[] = []
  let isDone = false
  /** The newest event: one that comes while the job is being read is applied after it. */
  let latest: { event: JobEvent; version: number } | undefined
  let hasWhole = false

  const end = () => {
    isDone = true
    for (const act of ending.splice(0)) act()
  }
  const finish = (job: JobView) => {
    if (isDone) return
    end()
    onFinal(job)
  }
  const tellWhole = (text: string | undefined) => {
    if (text === undefined || hasWhole || isDone) return
    hasWhole = true
    onText?.(text)
  }
  const change = (apply: (job: JobView) => JobView) =>
    client.setQueryData(query.queryKey, (job: JobView | undefined) => job && apply(job))
  const applyLatest = () => {
    const { event, version } = latest ?? {}
    if (event && version !== undefined) change((job) => applyEvent(job, event, version))
  }
  const read = async () => {
    const job = await client.fetchQuery({ ...query, staleTime: 0 })
    applyLatest()
    tellWhole(job.aiResponse)
    return job
  }
  const readQuietly = () => void read().catch(() => undefined)

  const handle = (event: JobEvent, version: number) => {
    const before = client.getQueryData(query.queryKey)
    if (!latest || version > latest.version) latest = { event, version }
    if (isFinal(event.status)) {
      // Sound, length and reply come with the job; the event is enough if that read fails.
      void read().then(finish, () => before && finish(applyEvent(before, event, version)))
      return
    }
    applyLatest()
    // A change without progress is a new status, or a try that failed or started again: no event has trace and
    // timeline.
    if (before && version > before.version && event.progress <= before.progress) readQuietly()
    else if (before && before.status !== event.status) readQuietly()
  }
  /** @returns whether the job goes on */
  const catchUp = async (): Promise<boolean> => {
    try {
      const job = await read()
      if (isFinal(job.status)) finish(job)
      return !isFinal(job.status)
    } catch (error) {
      // Gone, or another's: there is nothing to wait for.
      return !(error instanceof HttpError && error.status < 500 && error.status !== 429)
    }
  }

  const followOwnStream = () =>
    follow({
      url: `/api/events/${jobId}`,
      onMessage: (data, id) => {
        const { data: event } = JobEvent.safeParse(data)
        if (event) handle(event, Number(id))
      },
      onEvent: {
        writing: (data) => {
          const { data: writing } = WritingEvent.safeParse(data)
          if (writing && !hasWhole && !isDone) onText?.(writing.text)
        },
        reply: (data) => {
          const { data: reply } = ReplyEvent.safeParse(data)
          if (!reply) return
          tellWhole(reply.text)
          change((job) => ({ ...job, aiResponse: reply.text }))
          readQuietly()
        },
        audio: (data) => {
          const { data: audio } = AudioEvent.safeParse(data)
          if (audio && !isDone) onAudio?.(audio.audioUrl)
        },
        words: (data) => {
          const { data: heard } = WordsEvent.safeParse(data)
          if (heard && !isDone) onWords?.(heard.words)
        },
        position: (data) => {
          const { data: place } = PositionEvent.safeParse(data)
          if (place) change((job) => applyPosition(job, place))
        },
      },
      shouldReopen: async () => !isDone && (await catchUp()),
    })
  const followAccountStream = () => {
    const readSoon = throttle(() => void catchUp(), readPauseMs)
    const stop = accountEvents.on((event) => {
      if (event && event.jobId !== jobId) return
      if (event) handle(event, event.version)
      if (!isDone) readSoon.call()
    })
    readSoon.call()
    return () => {
      stop()
      readSoon.cancel()
    }
  }

  void acquireSlot().then((release) => {
    // Left before its turn came: nothing is opened for it.
    if (isDone) return release?.()
    if (release) ending.push(release)
    ending.push(release ? followOwnStream() : followAccountStream())
  })
  return end
}

/** Position 0: it waits no longer. */
function applyPosition(job: JobView, { position, expectedSeconds }: PositionEvent): JobView {
  const { position: _before, ...rest } = job
  return position > 0 ? { ...rest, position, expectedSeconds } : { ...rest, expectedSeconds }
}
