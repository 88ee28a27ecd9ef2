import type { Log } from '@utter/telemetry/log'
import type { Redis } from 'ioredis'

/** Redis publishes the names of changed keys here, to the connection that asked for them. */
const channel = '__redis__:invalidate'

export type WatchedKeys = Disposable & {
  /** Whether every change is heard of. False while there is no connection, or where Redis refuses to tell. */
  isWatching(): boolean
}

/**
 * Tells of each key below a prefix that is written, deleted or has expired (client-side caching in broadcast mode, Redis 6). A change is told before
 * the one who made it has an answer, by a connection of its own; whoever keeps something by it needs a time limit as well, since a connection may be
 * dead for a while before that shows.
 * @param onChanged the key without its prefix; undefined: any, or changes were missed
 */
export function watchKeys(
  redis: Redis,
  prefix: string,
  onChanged: (rest: string | undefined) => void,
  log: Log,
): WatchedKeys {
  let isWatching = false
  // In the first protocol changes come as messages of a channel; of the third ioredis passes on no others than those.
  const connection = redis.duplicate({ protocol: 2, autoResubscribe: false, enableAutoPipelining: false })
  const begin = async () => {
    const id = String(await connection.call('CLIENT', 'ID'))
    await connection.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', 'PREFIX', prefix)
    await connection.subscribe(channel)
    onChanged(undefined)
    isWatching = true
  }
  connection.on('ready', () => {
    begin().catch((error) => log.warn({ err: error, prefix }, 'redis tells of no changes'))
  })
  connection.on('close', () => {
    isWatching = false
    onChanged(undefined)
  })
  // The client of the commands has it in the log.
  connection.on('error', () => {})
  // Redis sends an array of names, and null once all are gone: ioredis makes a text of either.
  connection.on('message', (_channel: string, names: string) => {
    if (!names) return onChanged(undefined)
    for (const name of names.split(',')) onChanged(name.slice(prefix.length))
  })
  return { isWatching: () => isWatching, [Symbol.dispose]: () => connection.disconnect() }
}
