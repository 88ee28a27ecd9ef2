import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'
import type { WorkDeps } from '../deps.ts'
import { speakable } from '../domain/speakable.ts'
import { replyProgressed } from '../publishes/reply-progressed.ts'

/** Time between two texts of a reply that is being written. */
const everyMs = 250

/**
 * Publishes a reply as far as it is written, to those who read along. A text that is not published is in the next one; the whole reply is reported by the
 * step.
 * @returns called with each piece of the reply
 */
export function tellWriting(
  { publish }: Pick<WorkDeps, 'publish'>,
  request: StepRequest,
  userId: string,
): (piece: string) => void {
  let raw = ''
  let told = ''
  /** On the clock of `performance.now`, which no one sets back. */
  let dueAtMs = 0
  let isPublishing = false
  const tell = async (event: OutgoingEvent) => {
    isPublishing = true
    // The broker may be away: the step goes on, and its report waits for the broker.
    await publish([event]).catch(() => {})
    isPublishing = false
  }
  return (piece) => {
    raw += piece
    const nowMs = performance.now()
    if (isPublishing || nowMs < dueAtMs) return
    const text = speakable(raw)
    if (text === '' || text === told) return
    told = text
    dueAtMs = nowMs + everyMs
    void tell(replyProgressed(request, userId, text))
  }
}
