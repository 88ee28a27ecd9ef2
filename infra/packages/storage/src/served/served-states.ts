import type { ServedPart, ServedPartName, ServedState } from '@utter/contracts/http/status/served'

/** Counts of a slot: what was served, and what was not by a fault of the platform. */
export type ServedCounts = { served: number; failed: number }
/** The slots of a day that a process has written, by their number. */
export type ServedDay = { day: string; slots: Record<string, ServedCounts> }

export const slotMs = 600_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const shownDays = 90

/** Fewer are chance. */
const minFailed = 3
const worst = ['down', 'degraded', 'operational', 'unknown'] as const satisfies ServedState[]

export const dayOfTime = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
export const slotOf = (ms: number): number => Math.floor((ms % dayMs) / slotMs)

/** The state of a slot by its counts: nobody who asked is nobody who was refused. */
export function stateOf({ served, failed }: ServedCounts): ServedState {
  const ratio = failed / Math.max(1, served + failed)
  if (failed < minFailed || ratio < 0.05) return 'operational'
  return ratio < 0.5 ? 'degraded' : 'down'
}

export const worstOf = (states: ServedState[]): ServedState =>
  worst.find((state) => states.includes(state)) ?? 'unknown'

/** In hundredths, rounded down: 100 is said of all alone. */
function uptimeOf(states: ServedState[]): number | null {
  const known = states.filter((state) => state !== 'unknown')
  if (known.length === 0) return null
  const up = known.filter((state) => state !== 'down')
  return Math.floor((up.length / known.length) * 10_000) / 100
}

/**
 * A part by the days that were written. A slot in which no process wrote is one in which none was there: down, from the first slot that is known on.
 * The present slot is judged with the one before, since it may have just begun.
 */
export function partOf(part: ServedPartName, days: ServedDay[], now: number): ServedPart {
  const slots = new Map<number, ServedCounts>()
  for (const { day, slots: ofDay } of days)
    for (const [slot, counts] of Object.entries(ofDay)) slots.set(Date.parse(day) + Number(slot) * slotMs, counts)
  const first = Math.min(...slots.keys())
  const present = Math.floor(now / slotMs) * slotMs
  const at = (time: number): ServedState => {
    const counts = slots.get(time)
    if (counts) return stateOf(counts)
    return time < first || time >= present ? 'unknown' : 'down'
  }
  const range = (from: number, to: number): ServedState[] => {
    const states: ServedState[] = []
    for (let time = from; time < to && time <= present; time += slotMs) states.push(at(time))
    return states
  }

  const hours = Array.from({ length: 24 }, (_, index) => {
    const startsAt = Math.floor(now / hourMs) * hourMs - (23 - index) * hourMs
    return { startsAt: new Date(startsAt).toISOString(), states: range(startsAt, startsAt + hourMs) }
  })
  const shown = Array.from({ length: shownDays }, (_, index) => {
    const startsAt = Math.floor(now / dayMs) * dayMs - (shownDays - 1 - index) * dayMs
    return { day: dayOfTime(startsAt), states: range(startsAt, startsAt + dayMs) }
  })
  return {
    part,
    now: presentState([at(present - slotMs), at(present)]),
    hours: hours.map(({ startsAt, states }) => ({ startsAt, state: worstOf(states) })),
    uptimeOfDay: uptimeOf(hours.flatMap(({ states }) => states)),
    days: shown.map(({ day, states }) => ({ day, state: worstOf(states), uptime: uptimeOf(states) })),
    uptime: uptimeOf(shown.flatMap(({ states }) => states)),
  }
}

/** The state of the running slot, or of the one before where it says nothing yet. */
const presentState = ([before = 'unknown', running = 'unknown']: ServedState[]): ServedState =>
  running === 'unknown' ? before : running
