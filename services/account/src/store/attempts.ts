import { countRefused } from '@utter/http/limit-in-flight'
import { Problem } from '@utter/http/problem'
import type { Redis } from 'ioredis'
import { hashOf } from '../domain/tokens.ts'

export type Attempts = ReturnType<typeof openAttempts>

/** So many tries of one kind in a window that begins with the first of them. */
export type AttemptLimit = {
  what: string
  /** Whose tries: kept under a hash. */
  who: string[]
  max: number
  windowSeconds: number
  /** No wall: past `max` a try may be made when a pause has passed since the last, twice as long each time. The window begins anew with each. */
  pauses?: boolean
}

/** The longest pause: a stranger who guesses for ever gets one try a minute, and the owner may be between two of them. */
const maxPauseSeconds = 60
/** An address from which a name has logged in is remembered for so long after the last time. */
const rememberedSeconds = 90 * 24 * 3_600

// A try is taken before the work, of all limits or of none: what is counted afterwards is not counted while it goes on.
const takeScript = `
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
for i, key in ipairs(KEYS) do
  local max, pauses = tonumber(ARGV[3 * i - 2]), ARGV[3 * i] == '1'
  local over = tonumber(redis.call('GET', key) or '0') - max
  if over >= 0 then
    local wait = redis.call('PTTL', key) / 1000
    if pauses then
      wait = math.min(2 ^ over, ${maxPauseSeconds}) - (now - tonumber(redis.call('GET', key .. ':last') or '0'))
    end
    if wait > 0 then return math.ceil(wait) end
  end
end
for i, key in ipairs(KEYS) do
  local window = ARGV[3 * i - 1]
  if redis.call('INCR', key) == 1 or ARGV[3 * i] == '1' then redis.call('EXPIRE', key, window) end
  if ARGV[3 * i] == '1' then redis.call('SET', key .. ':last', tostring(now), 'EX', window) end
end
return 0`

// A window that is over meanwhile has nothing to give back to.
const giveBackScript = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
end`

/** Counts in Redis of what may be tried only so often; without Redis nothing may be tried. */
export function openAttempts(redis: Redis) {
  const keyOf = (what: string, who: string[]) => `attempts:${what}:${hashOf(who.join('\n'))}`

  /** @returns gives them back; it never throws. @throws Problem 429 where one has none left, saying when it will */
  async function take(limits: AttemptLimit[]): Promise<() => Promise<void>> {
    const keys = limits.map(({ what, who }) => keyOf(what, who))
    const rules = limits.flatMap(({ max, windowSeconds, pauses }) => [max, windowSeconds, pauses ? 1 : 0])
    const seconds = Number(await redis.eval(takeScript, keys.length, ...keys, ...rules))
    if (seconds > 0) {
      countRefused('attempts')
      throw new Problem(429, 'too_many_attempts', 'Too many attempts, try again later', {
        headers: { 'retry-after': String(seconds) },
      })
    }
    return async () => {
      // Kept, they only make the window's end come to bear a little earlier.
      await redis.eval(giveBackScript, keys.length, ...keys).catch(() => {})
    }
  }

  return {
    take,
    /**
     * Takes a try of each before the work and gives them back after it, unless it ends in a refusal of what was given: a guess
     * that was wrong counts, a fault on our side does not.
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
    /** A name has logged in from there. */
    async remember(name: string, network: string): Promise<void> {
      await redis.set(keyOf('home', [name, network]), 1, 'EX', rememberedSeconds)
    },
    isHome: async (name: string, network: string): Promise<boolean> =>
      (await redis.exists(keyOf('home', [name, network]))) === 1,
  }
}
