import type { ServerSentEvents } from '@utter/http/server-sent-events'
import type { StreamDetails } from './job-details.ts'

export type OpenStream = {
  userId: string
  sse: Pick<ServerSentEvents, 'send' | 'end' | 'onClose'>
  /** The job that it follows, the last version that it sent, and its other events. */
  job?: { id: string; sentVersion(): number; catchUp(): void; details: StreamDetails }
  /** The work that it follows, which it compares with jobs by itself. */
  work?: { id: string; compare(): Promise<void> }
  /** When the last change was sent, or the stream was opened; in ms. */
  lastSentAtMs: number
}

/** Whether it is a stream of the whole account. */
export const isOfAccount = ({ job, work }: OpenStream): boolean => !job && !work

/** A stream, and when it was last attended to, in ms. */
export type StreamState = {
  stream: OpenStream
  /** On the clock of `performance.now`, which no one sets back. */
  heartbeatDueMs: number
  comparedAtMs: number
  /** All changes before this time were compared with jobs. */
  coveredUntilMs: number
}
