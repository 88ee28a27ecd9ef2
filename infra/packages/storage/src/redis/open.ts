import { addTransientCheck } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import { parseRedisAddress, type RedisAddress } from './address.ts'
import { giveUpInTime } from './impatience.ts'
import { isTransientRedis } from './transient-redis.ts'

addTransientCheck(isTransientRedis)

/** A client of one server, of the primary behind Sentinels, or of a Cluster, where each command keeps to the keys of one node. */
export type RedisClient = Redis | Cluster

const connectTimeoutMs = 1_000
/** The pause before the nodes of a Cluster are asked who has which keys, after one of them was lost. */
const lookAgainMs = 200
/** Options of each connection, of whichever kind of server. */
type NodeOptions = Pick<
  RedisOptions,
  | 'username'
  | 'password'
  | 'tls'
  | 'connectTimeout'
  | 'maxRetriesPerRequest'
  | 'autoResendUnfulfilledCommands'
  | 'reconnectOnError'
>
const pauseBefore = (times: number) => Math.min(50 * 2 ** times, 1_000)

/**
 * A Redis client that throws after 200 ms without an answer, and at once while the server hangs: callers decide what goes on without it.
 * @param url as `redisAddress` takes it
 */
export function openRedis(url: string, log: Pick<Log, 'warn' | 'info'>): RedisClient {
  const redis = clientOf(parseRedisAddress(url))
  let isLogged = false
  const isAway = (error: Error) => {
    if (!isLogged) log.warn({ err: error }, 'redis is unavailable')
    isLogged = true
  }
  redis.on('error', isAway)
  if (redis instanceof Cluster) redis.on('node error', isAway)
  redis.on('ready', () => {
    if (isLogged) log.info('redis is back')
    isLogged = false
  })
  return redis
}

function clientOf(address: RedisAddress): RedisClient {
  const { hosts, db, tls, username, password } = address
  const options: NodeOptions = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls }),
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // A primary may have become a replica while its connections stayed: the next one is made to the new primary.
    reconnectOnError: ({ message }: Error) => message.includes('READONLY '),
  }
  // The commands of one turn go in one write: of a small command the write is the greater part.
  const whole = { enableOfflineQueue: false, enableAutoPipelining: true }
  if (address.kind === 'cluster') return clusterOf(hosts, options, whole)
  const place: Omit<RedisOptions, 'replyMapping'> =
    address.kind === 'sentinel'
      ? {
          sentinels: hosts,
          name: address.master,
          ...(address.sentinelLogin.username && { sentinelUsername: address.sentinelLogin.username }),
          ...(address.sentinelLogin.password && { sentinelPassword: address.sentinelLogin.password }),
          sentinelCommandTimeout: connectTimeoutMs,
          sentinelRetryStrategy: pauseBefore,
          // The connection to the primary before is closed as soon as a Sentinel names another.
          failoverDetector: true,
          ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
        }
      : { ...hosts[0] }
  const redis = new Redis({ ...options, ...whole, ...place, db, retryStrategy: pauseBefore })
  giveUpInTime(redis)
  return redis
}

/**
 * A Cluster that is used like a single server: it refuses at once before its first connection, where ioredis would let commands wait, and tells that it
 * is ready when every primary is connected, also after one was lost.
 */
class ImpatientCluster extends Cluster {
  #isWhole = false

  isReady(): boolean {
    const primaries = this.nodes('master')
    return this.status === 'ready' && primaries.length > 0 && primaries.every(({ status }) => status === 'ready')
  }

  override delayUntilReady(callback: (error?: Error | null) => void): void {
    process.nextTick(callback, new Error("Cluster isn't ready and enableOfflineQueue options is false"))
  }

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event === '-node' || event === 'close') this.#isWhole = false
    const isHeard = event !== 'ready' && super.emit(event, ...given)
    if (event === 'ready' || event === 'refresh') this.tellWhenWhole()
    return isHeard
  }

  tellWhenWhole(): void {
    if (this.#isWhole || !this.isReady()) return
    this.#isWhole = true
    super.emit('ready')
  }
}

function clusterOf(
  hosts: RedisAddress['hosts'],
  redisOptions: NodeOptions,
  whole: Pick<ClusterOptions, 'enableOfflineQueue' | 'enableAutoPipelining'>,
): ImpatientCluster {
  const cluster = new ImpatientCluster(hosts, {
    ...whole,
    redisOptions,
    // The names stay, since certificates are made out to them.
    dnsLookup: (host, callback) => callback(null, host),
    slotsRefreshTimeout: connectTimeoutMs,
    slotsRefreshInterval: 5_000,
    clusterRetryStrategy: pauseBefore,
    // Refused at once, as by a single server: the caller decides.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 20,
  })
  let isLooking = false
  cluster.on('+node', (node: Redis) => {
    giveUpInTime(node)
    node.on('ready', () => cluster.tellWhenWhole())
    // Made before a command needs it.
    if (node.status === 'wait') node.connect().catch(() => {})
  })
  cluster.on('-node', () => {
    if (isLooking) return
    isLooking = true
    setTimeout(() => {
      isLooking = false
      if (cluster.status === 'ready') cluster.refreshSlotsCache()
    }, lookAgainMs).unref()
  })
  return cluster
}

/**
 * Waits for the first connection, in a Cluster for one to each primary, so that a process is ready only when it can use it.
 * @throws Error past `withinMs`
 */
export async function whenReady(redis: RedisClient, withinMs?: number): Promise<void> {
  const isReady = redis instanceof ImpatientCluster ? redis.isReady() : redis.status === 'ready'
  if (isReady) return
  await new Promise<void>((resolve, reject) => {
    redis.once('ready', () => resolve())
    if (withinMs !== undefined) setTimeout(() => reject(new Error(`not ready in ${withinMs} ms`)), withinMs).unref()
  })
}
