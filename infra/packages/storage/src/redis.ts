import { addTransientCheck } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { Redis } from 'ioredis'
import { isTransientRedis } from './transient-redis.ts'

addTransientCheck(isTransientRedis)

/** A request waits once at most, and leaves a third of 300 ms for all that remains of it. */
const answerMs = 200

/** A Redis client that throws after 200 ms without an answer, and at once while the server hangs: callers decide what goes on without it. */
export function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    commandTimeout: answerMs,
    // A server that is silent for so long is unavailable until it answers a new connection; no command waits for it. No longer than a
    // command may take: those that come while a pipeline waits are sent, and begin to wait, only after it.
    socketTimeout: answerMs,
    connectTimeout: 1_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // The commands of one turn go in one write: of a small command the write is the greater part.
    enableAutoPipelining: true,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
  })
  let isLogged = false
  redis.on('error', (error) => {
    if (!isLogged) log.warn({ err: error }, 'redis is unavailable')
    isLogged = true
  })
  redis.on('ready', () => {
    if (isLogged) log.info('redis is back')
    isLogged = false
  })
  return redis
}

/** Waits for the first connection, so that a process is ready only when it can use it. */
export async function whenReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve) => redis.once('ready', () => resolve()))
}
