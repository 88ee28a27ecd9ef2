import { countRefused } from '@utter/http/limits/limit-in-flight'
import { Problem } from '@utter/http/problem'
import type { RedisClient } from '@utter/storage/redis/open'
import { giveBackToAll, takeFromAll } from '@utter/storage/redis/take-from-all'
import type { AttemptLimit } from '../domain/attempt-limits.ts'
import { hashOf } from '../domain/tokens.ts'

export type AttemptCounts = ReturnType<typeof createAttempts>

/** The longest pause: endless guessing gets one attempt a minute, and the owner may log in between two of them. */
const maxPauseSeconds = 60
/** How long a network from which a name has logged in is remembered after the last time. */
const rememberedSeconds = 90 * 24 * 3_600

// Taken before the work, from all limits or from none: counting afterwards would let any number through at once.
const takeScript = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
for i = 1, #KEYS / 2 do
  local key, last = KEYS[2 * i - 1], KEYS[2 * i]
  local max, pauses = tonumber(ARGV[3 * i - 2]), ARGV[3 * i] == '1'
  local over = tonumber(redis.call('GET', key) or '0') - max
  if over >= 0 then
    local wait = redis.call('PTTL', key) / 1000
    if pauses then
      wait = math.min(2 ^ over, ${maxPauseSeconds}) - (now - tonumber(redis.call('GET', last) or '0'))
    end
    if wait > 0 then return math.ceil(wait) end
  end
end
for i = 1, #KEYS / 2 do
  local key, last = KEYS[2 * i - 1], KEYS[2 * i]
  local window = ARGV[3 * i - 1]
  if redis.call('INCR', key) == 1 or ARGV[3 * i] == '1' then redis.call('EXPIRE', key, window) end
  if ARGV[3 * i] == '1' then redis.call('SET', last, tostring(now), 'EX', window) end
end
return 0`

// A window that has expired meanwhile is not started again.
const giveBackScript = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
end`

/** Counters in Redis of attempts that are limited; while Redis is unavailable every attempt fails. */
export function createAttempts(redis: RedisClient) {
  const keyOf = (kind: string, subject: string[]) => `attempts:${kind}:${hashOf(subject.join('\n'))}`
  // Beside its count on a Cluster, by the hash tag.
  const lastOf = (key: string) => `{${key}}:last`

  /** @returns gives the attempts back; it never throws. @throws Problem 429 when a limit is reached, with `Retry-After` */
  async function take(limits: AttemptLimit[]): Promise<() => Promise<void>> {
    const counted = limits.map((limit) => ({ ...limit, key: keyOf(limit.kind, limit.subject) }))
    const giveBack = (some: typeof counted) => redis.eval(giveBackScript, some.length, ...some.map(({ key }) => key))
    const waits = await takeFromAll(redis, counted, {
      take: async (some) => {
        const keys = some.flatMap(({ key }) => [key, lastOf(key)])
        const rules = some.flatMap(({ max, windowSeconds, pauses }) => [max, windowSeconds, pauses ? 1 : 0])
        return Number(await redis.eval(takeScript, keys.length, ...keys, ...rules))
      },
      isRefused: (seconds) => seconds > 0,
      giveBack,
    })
    const seconds = waits.at(-1) ?? 0
    if (seconds > 0) {
      countRefused('attempts')
      throw new Problem(429, 'too_many_attempts', 'Too many attempts, try again later', {
        headers: { 'retry-after': String(seconds) },
      })
    }
    // Attempts that stay counted only make the limit a little tighter until the window ends.
    return () => giveBackToAll(redis, counted, giveBack)
  }

  return {
    take,
    /** Attempts of the present window that are counted. */
    count: async ({ kind, subject }: AttemptLimit): Promise<number> =>
      Number((await redis.get(keyOf(kind, subject))) ?? 0),
    /**
     * Takes an attempt of each limit before the work and gives it back afterwards, unless the work ends in a 4xx: a wrong guess
     * counts, a fault on our side does not.
     */
    async during<T>(limits: AttemptLimit[], work: () => Promise<T>): Promise<T> {
      const giveBack = await take(limits)
      try {
        const result = await work()
        await giveBack()
        return result
      } catch (error) {
        if (!(error instanceof Problem && error.status < 500)) await giveBack()
        throw error
      }
    },
    /** Marks a network as one from which this name has logged in. */
    async rememberNetwork(name: string, network: string): Promise<void> {
      await redis.set(keyOf('home', [name, network]), 1, 'EX', rememberedSeconds)
    },
    isKnownNetwork: async (name: string, network: string): Promise<boolean> =>
      (await redis.exists(keyOf('home', [name, network]))) === 1,
  }
}
