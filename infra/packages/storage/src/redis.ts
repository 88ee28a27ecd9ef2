import { addTransientCheck } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { Redis } from 'ioredis'
import { isTransientRedis } from './transient-redis.ts'

addTransientCheck(isTransientRedis)

/** A Redis that answers within 250 ms or throws, at once while it is known to hang: callers decide what goes on without it. */
export function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    commandTimeout: 250,
    // One that says nothing for so long is unavailable until it answers a new connection; nobody else waits for it.
    socketTimeout: 500,
    connectTimeout: 1_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // What is asked in one turn goes in one write: of a small command the write is the greater part.
    enableAutoPipelining: true,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
  })
  let told = false
  redis.on('error', (error) => {
    if (!told) log.warn({ err: error }, 'redis is unavailable')
    told = true
  })
  redis.on('ready', () => {
    if (told) log.info('redis is back')
    told = false
  })
  return redis
}

/** Waits for the first connection, so that a process is ready only when it can use it. */
export async function whenReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve) => redis.once('ready', () => resolve()))
}
