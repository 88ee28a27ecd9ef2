import { setTimeout as pause } from 'node:timers/promises'
import { isTimeLimit, isTransient } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { setAside } from '../dead-letters/dead-letters.ts'
import { countTimeLimit } from '../metrics.ts'
import { Unreadable } from '../publish/encoding.ts'
import type { Producer } from '../publish/producer.ts'
import type { InFlightMessage } from './pump.ts'

/** Attempts that end in a permanent fault, then the message goes to the dead letters. */
const maxPermanentFaults = 5
/** Attempts that the database's time limit ended, after which the question is too large and its server not just slow. */
const maxTimeLimits = 10

type Retrying = {
  producer: Producer
  log: Log
  groupId: string
  stopped: AbortSignal
  /** The shortest pause after the first attempt, in ms; it doubles with each. */
  pauseMs?: number | undefined
}
const maxPauseMs = 2_000

/** How often a message was handled without success, and how often of these by a permanent fault, or by the database's time limit. */
export type Attempts = { all: number; permanentFaults: number; timeLimits: number }
export const noAttempts = (): Attempts => ({ all: 0, permanentFaults: 0, timeLimits: 0 })

/**
 * The end of a failed attempt: a pause before the next, 50 ms to 2 s, or the dead letters, for a message that cannot be
 * read or that has failed permanently too often. While the dead letters are unavailable the message is retried.
 * @returns true when the message is among the dead letters
 */
export async function retryOrSetAside(
  delivery: InFlightMessage,
  error: unknown,
  attempts: Attempts,
  { producer, log, groupId, stopped, pauseMs = 50 }: Retrying,
): Promise<boolean> {
  const { topic, partition, message } = delivery
  const where = { topic, partition, offset: message.offset, group: groupId }
  const attempt = ++attempts.all
  // Apart: after a minute without the database the first fault of ours would otherwise be the last.
  if (!isTransient(error)) attempts.permanentFaults++
  if (isTimeLimit(error) && ++attempts.timeLimits >= maxTimeLimits) countTimeLimit(groupId)
  if (error instanceof Unreadable || attempts.permanentFaults >= maxPermanentFaults) {
    try {
      await setAside(producer, delivery, groupId, error instanceof Error ? error.message : 'unknown')
      log.error({ ...where, err: error }, 'a message went to the dead letters')
      delivery.ack()
      return true
    } catch (cause) {
      log.warn({ ...where, err: cause }, 'the dead letters are unavailable')
    }
  } else if (attempt === 1 || attempt % 20 === 0) {
    log.warn({ ...where, err: error, attempt }, 'a message is retried')
  }
  const waitMs = Math.min(pauseMs * 2 ** Math.min(attempt, 6), maxPauseMs) * (0.5 + Math.random() / 2)
  await pause(waitMs, undefined, { signal: stopped }).catch(() => {})
  return false
}
