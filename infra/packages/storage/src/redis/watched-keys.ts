import type { Log } from '@utter/telemetry/log'
import { Cluster, type Redis } from 'ioredis'
import type { RedisClient } from './open.ts'

/** Redis publishes the names of changed keys here, to the connection that asked for them. */
export const changedKeysChannel = '__redis__:invalidate'
const pauseBefore = (times: number) => Math.min(50 * 2 ** times, 1_000)

export type WatchedKeys = Disposable & {
  /** Whether every change is heard of. False while there is no connection, or where Redis refuses to tell. */
  isWatching(): boolean
}

type Watch = { prefix: string; onChanged: (rest: string | undefined) => void; log: Pick<Log, 'warn'> }

/**
 * Tells of each key below a prefix that is written, deleted or has expired (client-side caching in broadcast mode, Redis 6). A change is told before
 * the one who made it has an answer, by a connection of its own, in a Cluster one to each node; whoever keeps something by it needs a time limit as well,
 * since a connection may be dead, or a node new, for a while before that shows.
 * @param onChanged the key without its prefix; undefined: any, or changes were missed
 */
export function watchKeys(
  redis: RedisClient,
  prefix: string,
  onChanged: (rest: string | undefined) => void,
  log: Pick<Log, 'warn'>,
): WatchedKeys {
  const watch = { prefix, onChanged, log }
  return redis instanceof Cluster ? watchCluster(redis, watch) : watchServer(redis, watch)
}

function watchServer(redis: Redis, { prefix, onChanged, log }: Watch): WatchedKeys {
  let isWatching = false
  // In the first protocol changes come as messages of a channel; of the third ioredis passes on no others than those.
  const connection = redis.duplicate({
    protocol: 2,
    autoResubscribe: false,
    enableAutoPipelining: false,
    lazyConnect: false,
    retryStrategy: pauseBefore,
  })
  const begin = async () => {
    const id = String(await connection.call('CLIENT', 'ID'))
    await connection.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', 'PREFIX', prefix)
    await connection.subscribe(changedKeysChannel)
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

/** Replicas tell as well, of what they are told: one that becomes a primary is watched already. */
function watchCluster(cluster: Cluster, watch: Watch): WatchedKeys {
  const watched = new Map<string, WatchedKeys>()
  const nameOf = ({ options: { host, port } }: Redis) => `${host}:${port}`
  const remove = (node: Redis) => {
    watched.get(nameOf(node))?.[Symbol.dispose]()
    watched.delete(nameOf(node))
  }
  const add = (node: Redis) => {
    remove(node)
    watched.set(nameOf(node), watchServer(node, watch))
  }
  cluster.on('+node', add).on('-node', remove)
  for (const node of cluster.nodes()) add(node)
  return {
    isWatching() {
      const primaries = cluster.nodes('master')
      return primaries.length > 0 && primaries.every((node) => watched.get(nameOf(node))?.isWatching())
    },
    [Symbol.dispose]() {
      cluster.off('+node', add).off('-node', remove)
      for (const one of watched.values()) one[Symbol.dispose]()
      watched.clear()
    },
  }
}
