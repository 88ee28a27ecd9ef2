import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createSemaphore, QueueTimeout, type Semaphore } from '@utter/runtime/semaphore'
import type { RedisClient } from '@utter/storage/redis/open'

/** Takes a lease, or renews the caller's own; 0 where all are held. By the clock of Redis, since those of processes differ. */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local isMine = redis.call('ZSCORE', KEYS[1], ARGV[3])
if not isMine and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

type WithLeases = RedisClient & { takeSlot(key: string, max: number, leaseMs: number, holder: string): Promise<number> }
type Options = {
  /** Calls at once of all processes together. */
  max: number
  /** After this time without a renewal the holder is dead. */
  leaseMs?: number
  /** The longest wait for a slot. */
  maxWaitMs?: number
  lookEveryMs?: number
}

/**
 * A bound on the calls to a vendor that all processes share: a lease in Redis each, renewed until it is released. While Redis is
 * away each process has one call at once, its share where there are as many processes as calls; more at the vendor are a
 * 429 of its own, after which a step is tried again.
 */
export function createVendorSlots(
  redis: RedisClient,
  vendor: string,
  { max, leaseMs = 15_000, maxWaitMs = 20_000, lookEveryMs = 100 }: Options,
): Pick<Semaphore, 'acquire'> {
  redis.defineCommand('takeSlot', { numberOfKeys: 1, lua: script })
  const key = `speech:slots:${vendor}`
  const here = createSemaphore(max)
  const withoutRedis = createSemaphore(1)
  const take = (holder: string) => (redis as WithLeases).takeSlot(key, max, leaseMs, holder)

  /** The release of a lease, or of the one call that goes without. */
  const lease = async (signal: AbortSignal): Promise<() => void> => {
    const holder = randomUUID()
    // Also of a lease that was given by an answer which came too late.
    const giveBack = () => void redis.zrem(key, holder).catch(() => {})
    try {
      while ((await take(holder)) === 0) await pause(lookEveryMs * (0.5 + Math.random()), undefined, { signal })
    } catch {
      giveBack()
      return withoutRedis.acquire(signal)
    }
    const renewal = setInterval(() => void take(holder).catch(() => {}), leaseMs / 3)
    renewal.unref()
    return () => {
      clearInterval(renewal)
      giveBack()
    }
  }

  return {
    async acquire(signal) {
      const tooLong = AbortSignal.timeout(maxWaitMs)
      const ended = AbortSignal.any([signal, tooLong])
      try {
        const leave = await here.acquire(ended)
        try {
          const release = await lease(ended)
          return () => {
            release()
            leave()
          }
        } catch (error) {
          leave()
          throw error
        }
      } catch (error) {
        signal.throwIfAborted()
        throw tooLong.aborted ? new QueueTimeout() : error
      }
    },
  }
}
