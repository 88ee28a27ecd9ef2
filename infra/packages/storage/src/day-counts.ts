import type { Clock } from '@utter/runtime/clock'
import type { Redis } from 'ioredis'

const dayMs = 24 * 3_600_000
/** Longer than the day: a replica whose clock is behind counts in it for a while after its end. */
const lifetimeSeconds = 2 * 24 * 3_600

/** An amount that is taken of a count of the UTC day, and the most that the count may be. */
export type DayCount = { name: string; amount: number; max: number }
export type DayCounts = ReturnType<typeof createDayCounts>

/** Thrown when not so much is left of a count. Nothing was taken of any. */
export class DayUsedUp extends Error {
  override name = 'DayUsedUp'
  /** The count's. */
  readonly count: string
  /** Until the day ends. */
  readonly secondsLeft: number

  constructor(count: string, secondsLeft: number) {
    super(`the day's ${count} are used up`)
    this.count = count
    this.secondsLeft = secondsLeft
  }
}

// From all counts or from none: replicas that look first and count afterwards would let any number through at once.
const takeScript = `
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') + ARGV[2 * i - 1] > tonumber(ARGV[2 * i]) then return i end
end
for i, key in ipairs(KEYS) do
  redis.call('INCRBY', key, ARGV[2 * i - 1])
  redis.call('EXPIRE', key, ${lifetimeSeconds})
end
return 0`

// A count that has expired meanwhile is not begun again.
const giveBackScript = `
for i, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then redis.call('DECRBY', key, ARGV[i]) end
end`

/** Counts of the UTC day in Redis, which all replicas share. All of them throw while Redis does not answer, but for what is given back. */
export function createDayCounts(redis: Redis, clock: Clock) {
  const keyOf = (name: string, day: string) => `day:${day}:${name}`
  const dayOf = (now: Date) => now.toISOString().slice(0, 10)

  return {
    /** @returns gives all of it back, once; it never throws. @throws DayUsedUp */
    async take(counts: DayCount[]): Promise<() => Promise<void>> {
      if (counts.length === 0) return async () => {}
      const now = clock.now()
      const keys = counts.map(({ name }) => keyOf(name, dayOf(now)))
      const bounds = counts.flatMap(({ amount, max }) => [amount, max])
      const refused = counts[Number(await redis.eval(takeScript, keys.length, ...keys, ...bounds)) - 1]
      if (refused) throw new DayUsedUp(refused.name, Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000))
      let isTaken = true
      return async () => {
        if (!isTaken) return
        isTaken = false
        const amounts = counts.map(({ amount }) => amount)
        // A count that stays makes the bound a little tighter until the day ends.
        await redis.eval(giveBackScript, keys.length, ...keys, ...amounts).catch(() => {})
      }
    },
    /** How much of each is used today. */
    async used(names: string[]): Promise<number[]> {
      const day = dayOf(clock.now())
      return (await redis.mget(names.map((name) => keyOf(name, day)))).map(Number)
    },
  }
}
