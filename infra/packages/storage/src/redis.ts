import { addTransientCheck } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { type Command, Redis } from 'ioredis'
import { isTransientRedis } from './transient-redis.ts'

addTransientCheck(isTransientRedis)

/** A request waits once at most, and leaves a third of 300 ms for all that remains of it. */
const answerMs = 200

/**
 * A wait is counted in turns: a process that stalls, by a busy machine or a long pause of its own, has read no answer meanwhile, and its stall
 * is one turn, however long.
 */
const turnMs = 50

/** Gives a command up after 200 ms without its answer, and the connection with it when nothing at all came meanwhile. */
class ImpatientRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    const answer = super.sendCommand(command, stream)
    if (!command.isSettled) this.#wait(command, this.stream, this.stream.bytesRead, answerMs / turnMs)
    return answer
  }

  #wait(command: Command, sentOn: Redis['stream'], bytesRead: number, turns: number): void {
    setTimeout(() => {
      if (command.isSettled) return
      if (turns > 1) return this.#wait(command, sentOn, bytesRead, turns - 1)
      command.reject(new Error('Command timed out'))
      // Silent for so long: unavailable until it answers a new connection. No command waits for it, nor those that a pipeline holds back.
      if (sentOn.bytesRead === bytesRead) sentOn.destroy(new Error(`no answer in ${answerMs} ms`))
    }, turnMs).unref()
  }
}

/** A Redis client that throws after 200 ms without an answer, and at once while the server hangs: callers decide what goes on without it. */
export function openRedis(url: string, log: Log): Redis {
  const redis = new ImpatientRedis(url, {
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
