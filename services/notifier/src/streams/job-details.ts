import type { JobDetails as Details } from '@utter/contracts/http/internal/jobs/get-job-details'
import type {
  AudioEvent,
  JobView,
  PositionEvent,
  ReplyEvent,
  WordsEvent,
  WritingEvent,
} from '@utter/contracts/http/jobs/job-views'
import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { isFinal } from '@utter/contracts/jobs'
import type { Change } from '../domain/change.ts'

/** The position changes with other jobs, of which this one's stream has no event: it is read this often, so that a change is sent within 15 s. */
const readAgainMs = 10_000
/** After a read that failed. */
const retryMs = 5_000

export type StreamDetails = ReturnType<typeof createJobDetails>
type SendNamed = {
  (event: 'writing', data: WritingEvent): void
  (event: 'reply', data: ReplyEvent): void
  (event: 'words', data: WordsEvent): void
  (event: 'position', data: PositionEvent): void
  (event: 'audio', data: AudioEvent): void
}

/**
 * Named events of one job's stream: the reply once it is written and the position while the job waits, which are read from jobs; the reply while it is
 * written, the address of the sound and its words while that is spoken, as they are told.
 */
export function createJobDetails(send: SendNamed, addressOfSound: () => string) {
  let audibleVersion = 0
  let writtenAttempt = 0
  let heardAttempt = 0
  let hasReply = false
  let wantsReply = false
  let waits = false
  let sentPosition = ''
  /** On the clock of `performance.now`, in ms. */
  let dueAtMs = Number.POSITIVE_INFINITY

  const sendReply = (text: string | undefined) => {
    if (text === undefined || hasReply) return
    hasReply = true
    wantsReply = false
    send('reply', { text })
  }
  const sendPosition = (present: PositionEvent) => {
    if (!waits && present.position === 0) return
    waits = present.position > 0
    const key = `${present.position} ${present.expectedSeconds}`
    if (key === sentPosition) return
    sentPosition = key
    send('position', present)
  }
  const sendAudio = ({ step, version }: Pick<Change, 'step' | 'version'>) => {
    if (step !== 'audio-begun' || version <= audibleVersion) return
    audibleVersion = version
    send('audio', { audioUrl: addressOfSound(), live: true })
  }
  /** A change that came during the read keeps its earlier time. */
  const readNext = (afterMs: number) => {
    dueAtMs = Math.min(dueAtMs, performance.now() + afterMs)
  }

  return {
    /** The job as a stream is opened with it, or as it was read to fill a gap. */
    handleView({ status, timeline, aiResponse, position, expectedSeconds }: JobView): void {
      sendReply(aiResponse)
      if (!isFinal(status)) for (const entry of timeline) sendAudio(entry)
      if (position !== undefined && expectedSeconds !== undefined) sendPosition({ position, expectedSeconds })
      // A job that was opened with its reply needs no further read.
      if (waits) readNext(readAgainMs)
      else if (!wantsReply) dueAtMs = Number.POSITIVE_INFINITY
    },
    /** A waiting job changes only by becoming active, or by its end. */
    handleChange({ step, version }: Change): void {
      sendAudio({ ...(step !== undefined && { step }), version })
      if (step === 'reply-written' && !hasReply) wantsReply = true
      else if (!waits) return
      dueAtMs = performance.now()
    },
    /** The reply of an attempt as far as it is written. Late ones are left out. */
    handleWriting({ attempt, text }: { attempt: number; text: string }): void {
      if (hasReply || wantsReply || attempt < writtenAttempt) return
      writtenAttempt = attempt
      send('writing', { text })
    },
    /** The words that can be heard so far, as an attempt speaks them. Late ones are left out. */
    handleWords({ attempt, words }: { attempt: number; words: WordTimes }): void {
      if (attempt < heardAttempt) return
      heardAttempt = attempt
      send('words', { words })
    },
    isDue: (nowMs: number): boolean => dueAtMs <= nowMs,
    beginRead(): void {
      dueAtMs = Number.POSITIVE_INFINITY
    },
    /** @param details undefined: the job has ended, and nothing more is read */
    handleRead(details: Details | undefined): void {
      if (!details) return
      sendReply(details.reply)
      sendPosition({ position: details.position, expectedSeconds: details.expectedSeconds })
      if (wantsReply) readNext(retryMs)
      else if (waits) readNext(readAgainMs)
    },
    handleFailedRead: (): void => readNext(retryMs),
  }
}
