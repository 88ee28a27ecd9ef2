import { randomUUID } from 'node:crypto'
import type { RedisClient } from '@utter/storage/redis/open'
import { Cluster, type Redis } from 'ioredis'
import { type Check, type Finding, failed, inProduction, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { messageOf } from '../run-checks.ts'
import { whereToLook } from './places.ts'

/** The oldest release that Utter runs on. */
const minVersion = [6, 2] as const
const maxUsedShare = 0.9
const wantedPolicy = 'volatile-lru'

export const redisChecks: Check[] = [
  { name: 'redis: reached', examine: examineReached },
  { name: 'redis: TLS', examine: examineTls },
  { name: 'redis: rights', examine: examineRights },
  { name: 'redis: version', examine: examineVersion },
  { name: 'redis: tracking', examine: examineTracking },
  { name: 'redis: maxmemory-policy', examine: examinePolicy },
  { name: 'redis: memory', examine: examineMemory },
  { name: 'redis: persistence', examine: examinePersistence },
]

async function examineReached({ stores, dataDir }: Examined): Promise<Finding> {
  try {
    await (await stores.open('Redis')).ping()
    return ok('it answers')
  } catch (error) {
    if (/WRONGPASS|NOAUTH|invalid password|no password is set/i.test(messageOf(error)))
      return failed('it refuses our password', 'set REDIS_URL to the user and the password that it knows')
    return whereToLook(error, { store: 'Redis', variable: 'REDIS_URL', log: 'redis', dataDir })
  }
}

async function examineTls({ settings, isProduction }: Examined): Promise<Finding> {
  if (!settings.REDIS_URL) return skipped('REDIS_URL is not set here')
  return /^rediss[:+]/.test(settings.REDIS_URL)
    ? ok('connections are encrypted')
    : inProduction(isProduction, 'connections are not encrypted', 'set REDIS_URL to a rediss: address')
}

async function examineRights({ stores }: Examined): Promise<Finding> {
  const redis = await stores.use('Redis')
  const key = `doctor:${randomUUID()}`
  try {
    // It is gone by itself, should we die before we delete it.
    await redis.set(key, '1', 'PX', 10_000)
    return (await redis.del(key)) === 1
      ? ok('we may write and delete')
      : failed('a key that was written is not found', 'give Redis more memory: CONFIG SET maxmemory')
  } catch (error) {
    return failed(
      `we may not write: ${messageOf(error)}`,
      'redis-cli ACL SETUSER USER …, with the rights of infra/operating/redis.md',
    )
  }
}

/** A server that stands for all: of a Cluster, whose nodes have the same settings, its first primary. */
function serverOf(redis: RedisClient): Redis {
  if (!(redis instanceof Cluster)) return redis
  const [first] = redis.nodes('master')
  if (!first) throw new Error('the Cluster names no primary')
  return first
}

async function infoOf({ stores }: Examined, section: string): Promise<Record<string, string>> {
  const text = await serverOf(await stores.use('Redis')).info(section)
  const pairs = text.split('\r\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : []
  })
  return Object.fromEntries(pairs)
}

async function examineVersion(examined: Examined): Promise<Finding> {
  const { redis_version: version = '' } = await infoOf(examined, 'server')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minMajor, minMinor] = minVersion
  return major < minMajor || (major === minMajor && minor < minMinor)
    ? failed(`version ${version}`, `install Redis ${minVersion.join('.')} or newer`)
    : ok(`version ${version}`)
}

/** The gateway keeps sessions and keys in memory for as long as Redis tells of each change. */
async function examineTracking({ stores }: Examined): Promise<Finding> {
  const connection = serverOf(await stores.use('Redis')).duplicate({
    protocol: 2,
    enableAutoPipelining: false,
    lazyConnect: true,
  })
  // The call that fails has the reason.
  connection.on('error', () => {})
  try {
    await connection.connect()
    const id = String(await connection.call('CLIENT', 'ID'))
    await connection.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', 'PREFIX', 'doctor:')
    return ok('it tells of changed keys')
  } catch (error) {
    return warning(
      `it tells of no changed keys: ${messageOf(error)}`,
      "redis-cli ACL SETUSER USER '+client|tracking' '+client|id' '+subscribe'",
    )
  } finally {
    connection.disconnect()
  }
}

async function examinePolicy(examined: Examined): Promise<Finding> {
  const { maxmemory = '0', maxmemory_policy: policy = '' } = await infoOf(examined, 'memory')
  if (policy === wantedPolicy) return ok(policy)
  const action = `redis-cli CONFIG SET maxmemory-policy ${wantedPolicy}`
  if (policy.startsWith('allkeys')) return warning(`${policy} takes keys away that are to stay`, action)
  return Number(maxmemory) > 0
    ? warning(`${policy}: writes are refused once it is full`, action)
    : ok(`${policy}, without a bound`)
}

async function examineMemory(examined: Examined): Promise<Finding> {
  const { used_memory: used = '0', maxmemory = '0' } = await infoOf(examined, 'memory')
  const mebibytes = (bytes: string) => `${Math.round(Number(bytes) / 2 ** 20)} MiB`
  if (maxmemory === '0')
    return inProduction(
      examined.isProduction,
      `${mebibytes(used)} are used, without a bound`,
      'redis-cli CONFIG SET maxmemory 384mb',
    )
  const observed = `${mebibytes(used)} of ${mebibytes(maxmemory)} are used`
  return Number(used) > maxUsedShare * Number(maxmemory)
    ? warning(observed, `redis-cli CONFIG SET maxmemory ${2 * Number(maxmemory)}`)
    : ok(observed)
}

async function examinePersistence(examined: Examined): Promise<Finding> {
  const info = await infoOf(examined, 'persistence')
  const broken = ['rdb_last_bgsave_status', 'aof_last_write_status', 'aof_last_bgrewrite_status'].filter(
    (name) => info[name] !== undefined && info[name] !== 'ok',
  )
  if (broken.length > 0)
    return warning(
      `${broken.join(', ')} is an error: Redis refuses writes by it`,
      'give its disk more room, or: redis-cli CONFIG SET stop-writes-on-bgsave-error no',
    )
  return ok(info.aof_enabled === '1' ? 'a log of its writes is kept' : 'it keeps nothing, which is made again')
}
