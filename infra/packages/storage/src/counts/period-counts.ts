import type { Clock } from '@utter/runtime/clock'
import type { RedisClient } from '../redis/open.ts'
import { giveBackToAll, takeFromAll } from '../redis/take-from-all.ts'

const dayMs = 24 * 3_600_000

/** An amount that is taken of a count of the UTC day or month, and the most that the count may be. */
export type PeriodCount = { name: string; amount: number; max: number; period?: 'day' | 'month' }
export type PeriodCounts = ReturnType<typeof createPeriodCounts>

/** Thrown when not so much is left of a count. Nothing was taken of any. */
export class UsedUp extends Error {
  override name = 'UsedUp'
  /** The count's. */
  readonly count: string
  /** Until its day or month ends. */
  readonly secondsLeft: number

  constructor(count: string, secondsLeft: number) {
    super(`the ${count} are used up`)
    this.count = count
    this.secondsLeft = secondsLeft
  }
}

// From all counts or from none: replicas that look first and count afterwards would let any number through at once.
const takeScript = `
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') + ARGV[3 * i - 2] > tonumber(ARGV[3 * i - 1]) then return i end
end
for i, key in ipairs(KEYS) do
  redis.call('INCRBY', key, ARGV[3 * i - 2])
  redis.call('EXPIRE', key, ARGV[3 * i])
end
return 0`

// A count that has expired meanwhile is not begun again.
const giveBackScript = `
for i, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then redis.call('DECRBY', key, ARGV[i]) end
end`

/** The key's name of the period in which `now` is, its end, and how long its count is kept. */
function periodOf(now: Date, period: 'day' | 'month') {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const end = period === 'day' ? Date.UTC(year, month, now.getUTCDate() + 1) : Date.UTC(year, month + 1)
  // A day longer than the period: a replica whose clock is behind counts in it for a while after its end.
  const lifetimeMs = (period === 'day' ? dayMs : 31 * dayMs) + dayMs
  return {
    prefix: `${period}:${now.toISOString().slice(0, period === 'day' ? 10 : 7)}`,
    secondsLeft: Math.ceil((end - now.getTime()) / 1_000),
    lifetimeSeconds: lifetimeMs / 1_000,
  }
}

const keyOf = ({ prefix, name }: { prefix: string; name: string }) => `${prefix}:${name}`

/** Counts of the UTC day and month in Redis, which all replicas share. All of them throw while Redis does not answer, but for what is given back. */
export function createPeriodCounts(redis: RedisClient, clock: Clock) {
  return {
    /** @returns gives all of it back, once; it never throws. @throws UsedUp */
    async take(counts: PeriodCount[]): Promise<() => Promise<void>> {
      if (counts.length === 0) return async () => {}
      const now = clock.now()
      const taken = counts.map((count) => ({ ...count, ...periodOf(now, count.period ?? 'day') }))
      const giveBack = (some: typeof taken) =>
        redis.eval(giveBackScript, some.length, ...some.map(keyOf), ...some.map(({ amount }) => amount))
      const answers = await takeFromAll(redis, taken, {
        take: async (some) => {
          const bounds = some.flatMap(({ amount, max, lifetimeSeconds }) => [amount, max, lifetimeSeconds])
          return some[Number(await redis.eval(takeScript, some.length, ...some.map(keyOf), ...bounds)) - 1]
        },
        isRefused: (refused) => refused !== undefined,
        giveBack,
      })
      const refused = answers.at(-1)
      if (refused) throw new UsedUp(refused.name, refused.secondsLeft)
      let isTaken = true
      return async () => {
        if (!isTaken) return
        isTaken = false
        // A count that stays makes the bound a little tighter until its period ends.
        await giveBackToAll(redis, taken, giveBack)
      }
    },
    /** How much of each is used in the present period. */
    async used(names: string[], period: 'day' | 'month' = 'day'): Promise<number[]> {
      const { prefix } = periodOf(clock.now(), period)
      return (await Promise.all(names.map((name) => redis.get(keyOf({ prefix, name }))))).map(Number)
    },
  }
}
