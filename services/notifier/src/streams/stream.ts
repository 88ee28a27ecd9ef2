import type { ServerSentEvents } from '@utter/http/server-sent-events'

export type OpenStream = {
  userId: string
  sse: Pick<ServerSentEvents, 'comment' | 'end' | 'onClose'>
  /** The job that it follows, and the last version that it sent; none for a stream of the whole account. */
  job?: { id: string; sentVersion(): number; catchUp(): void }
  /** When the last change was sent, or the stream was opened; in ms. */
  lastSentAtMs: number
}

/** A stream, and when it was last attended to, in ms. */
export type StreamState = {
  stream: OpenStream
  heartbeatAtMs: number
  comparedAtMs: number
  /** All changes before this time were compared with jobs. */
  coveredUntilMs: number
}
