import type { Sse } from './sse.ts'

export type OpenStream = {
  userId: string
  sse: Sse
  /** The job that it follows, and the version that it has told; none for a stream of the whole account. */
  job?: { id: string; told(): number; catchUp(): void }
  /** When a change was sent, or it was opened; in ms. */
  lastSentAt: number
}

/** A stream, and when what was done for it last, in ms. */
export type Tended = {
  stream: OpenStream
  beatAt: number
  askedAt: number
  /** All changes before this time have been looked for. */
  coveredAt: number
}
