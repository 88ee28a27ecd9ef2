const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Times of the tries after the first one, in ms since it. */
export const triesAfterMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const

/** The part of the time between two tries by which the later one may be later still, so that what failed together is not tried together. */
const maxJitter = 0.1
/** The longest wait that a receiver gets by `Retry-After`. */
export const maxRetryAfterMs = 24 * hourMs

type Failed = {
  /** The first try, and this one. */
  firstAt: Date
  at: Date
  now: Date
  retryAfterMs?: number | undefined
}

/**
 * When a delivery is tried again: at the next time of the schedule after this try, so a late one (by a receiver's
 * `Retry-After`, or a platform that was down) is tried once and not several times in a row. Undefined: this was the
 * last.
 * @param random from 0 to 1
 */
export function nextTryAt({ firstAt, at, now, retryAfterMs = 0 }: Failed, random: number): Date | undefined {
  const elapsedMs = at.getTime() - firstAt.getTime()
  const index = triesAfterMs.findIndex((ms) => ms > elapsedMs)
  const afterMs = triesAfterMs[index]
  if (afterMs === undefined) return undefined
  const jitterMs = (afterMs - (triesAfterMs[index - 1] ?? 0)) * maxJitter * random
  const scheduledMs = firstAt.getTime() + afterMs + jitterMs
  const askedForMs = now.getTime() + Math.min(retryAfterMs, maxRetryAfterMs)
  return new Date(Math.round(Math.max(scheduledMs, askedForMs)))
}

/** Milliseconds of a `Retry-After`: seconds, or a date. Undefined where it is neither. */
export function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000
  const dateMs = Date.parse(header)
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - now.getTime())
}
