import { addTransientCheck } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { type Command, Redis } from 'ioredis'
import { isTransientRedis } from './transient-redis.ts'

addTransientCheck(isTransientRedis)

/** A request waits once at most, and leaves a third of 300 ms for all that remains of it. */
const answerMs = 200

/**
 * A wait is counted in turns. A turn that ends late counts for nothing: this process stalled, and has read no answer meanwhile, or the machine is
 * so busy that Redis may have had no turn either.
 */
const turnMs = 50
const lateMs = 25
/** The end of a wait of late turns. */
const maxTurns = 20

/** The connection of a command, what it had read by then, and the turns since: all, and those in which Redis was silent. */
type Sent = { stream: Redis['stream']; bytesRead: number; turns: number; silent: number }

/** Gives a command up after 200 ms without its answer, and the connection with it when nothing at all came meanwhile. */
class ImpatientRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    const answer = super.sendCommand(command, stream)
    if (!command.isSettled)
      this.#wait(command, { stream: this.stream, bytesRead: this.stream.bytesRead, turns: 0, silent: 0 })
    return answer
  }

  #wait(command: Command, sent: Sent): void {
    const startedMs = performance.now()
    setTimeout(() => {
      if (command.isSettled) return
      sent.turns++
      if (performance.now() - startedMs < turnMs + lateMs) sent.silent++
      if (sent.silent < answerMs / turnMs && sent.turns < maxTurns) return this.#wait(command, sent)
      command.reject(new Error('Command timed out'))
      // Silent for so long: unavailable until it answers a new connection. No command waits for it, nor those that a pipeline holds back.
      if (sent.stream.bytesRead === sent.bytesRead) sent.stream.destroy(new Error(`no answer in ${answerMs} ms`))
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
