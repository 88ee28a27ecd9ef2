import { Credential, credentialKey, revokedMark } from '@utter/contracts/credential'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

/** Time in which requests are counted. */
export const windowMs = 60_000

/** A network's free calls of a day may be spent in so many minutes: in one it has three times the rate of a free account. */
const minutesOfDay = 10

export type RateLimitResult = {
  credential: Credential | null
  isRevoked: boolean
  /** Counted as spending: requested, with a credential that may. */
  spends: boolean
  allowed: boolean
  /** Not counted: the key is bound to networks, and the address is not checked yet. */
  isUncounted: boolean
  limit: number
  remaining: number
  resetMs: number
  /** Reads that are counted already, and may be answered without a check. */
  share: number
}
export type Query = {
  hash: string | null
  visitor: string
  spends: boolean
  readsPerMinute: number
  /** Whether the address is in the networks to which the key is bound. */
  isInNetworks?: boolean
  share?: SharedReads
}
export type SharedReads = {
  /** The account of an earlier share, and the reads of it that were not used. */
  userId: string
  unused: number
  /** The part of what is left that is taken in advance, one of so many; 0: none. */
  parts: number
}
const noShare: SharedReads = { userId: '', unused: 0, parts: 0 }
export type RedisLimits = ReturnType<typeof createRedisLimits>

// A single round trip for the credential and its rate limits. The log of a window holds exactly the requests that were
// allowed in it, so there are never more than the limit in any 60 s. Spending and reading are counted apart. A token
// without a copy, or a revoked one, is counted as a visitor, before account is asked about it; a key that may submit
// nothing, as a reader. A key with a rate of its own has a log next to its account's, and so have all free accounts of
// one network, with a count of the UTC day besides: a request that one of them refuses is in none. A key that is bound
// to networks is counted once its address is checked. A read may take a share of what is left: it is counted at
// once, and the next check returns what was not used of it.
const script = `
local credential, known = false, false
local who, limit, spends = ARGV[2], tonumber(ARGV[4]), false
if ARGV[1] == '1' then
  credential = redis.call('GET', KEYS[1])
  if credential and credential ~= ARGV[5] then
    known = cjson.decode(credential)
    if known.networks and ARGV[8] ~= '1' then return {credential, 0, 1, 0, 0, 0, 1} end
    who = known.userId
    if ARGV[3] == '1' then
      for _, scope in ipairs(known.scopes) do spends = spends or scope == 'jobs:write' end
      if spends then limit = known.rate end
    end
  end
end
local window = tonumber(ARGV[6])
if spends then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local logs = {{key = 'rate:spend:' .. who, limit = limit}}
  if known.keyRate then logs[2] = {key = 'rate:key:' .. known.keyId, limit = known.keyRate} end
  local perDay, day = tonumber(ARGV[9]), false
  if known.tier == 'free' and perDay > 0 then
    logs[#logs + 1] = {key = 'rate:network:' .. ARGV[2], limit = math.max(math.ceil(perDay / ${minutesOfDay}), known.rate)}
    day = {key = 'rate:network-day:' .. math.floor(time[1] / 86400) .. ':' .. ARGV[2], limit = perDay}
    day.left = perDay - tonumber(redis.call('GET', day.key) or '0')
    day.reset = (86400 - time[1] % 86400) * 1000
  end
  local allowed = (day and day.left <= 0) and 0 or 1
  for _, log in ipairs(logs) do
    redis.call('ZREMRANGEBYSCORE', log.key, '-inf', now - window)
    log.left = log.limit - redis.call('ZCARD', log.key)
    if log.left <= 0 then allowed = 0 end
  end
  local tighter
  for _, log in ipairs(logs) do
    if allowed == 1 then
      redis.call('ZADD', log.key, now, time[1] .. '.' .. time[2] .. '.' .. ARGV[7])
      redis.call('PEXPIRE', log.key, window)
      log.left = log.left - 1
    end
    log.left = math.max(0, log.left)
    local first = redis.call('ZRANGE', log.key, 0, 0, 'WITHSCORES')
    log.reset = first[2] and (first[2] + window - now) or 0
  end
  if day then
    if allowed == 1 then
      redis.call('INCR', day.key)
      redis.call('PEXPIRE', day.key, day.reset)
      day.left = day.left - 1
    end
    logs[#logs + 1] = day
  end
  for _, log in ipairs(logs) do
    if not tighter or log.left < tighter.left or (log.left == tighter.left and log.reset > tighter.reset) then tighter = log end
  end
  return {credential, 1, allowed, tighter.limit, tighter.left, tighter.reset, 0}
end
local key = 'rate:read:' .. who
local ttl = redis.call('PTTL', key)
if ttl <= 0 then ttl = window end
local count = tonumber(redis.call('GET', key) or '0')
if who == ARGV[10] then count = math.max(0, count - tonumber(ARGV[11])) end
count = count + 1
local share = 0
if known and ARGV[3] ~= '1' and tonumber(ARGV[12]) > 0 then share = math.max(0, math.floor((limit - count) / tonumber(ARGV[12]))) end
redis.call('SET', key, count + share, 'PX', ttl)
return {credential, 0, count <= limit and 1 or 0, limit, math.max(0, limit - count), ttl, 0, share}`

const returnScript = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count > 0 then redis.call('SET', KEYS[1], math.max(0, count - tonumber(ARGV[1])), 'KEEPTTL') end`

/**
 * Copies of credentials and counts of requests, in Redis. Throws when Redis does not answer.
 * @param freeCallsPerNetwork that the free accounts of one network may spend in a UTC day, and a tenth of it in 60 s; 0: as many as they are
 */
export function createRedisLimits(redis: Redis, freeCallsPerNetwork: number) {
  redis.defineCommand('authenticate', { numberOfKeys: 1, lua: script })
  redis.defineCommand('returnReads', { numberOfKeys: 1, lua: returnScript })
  const scripts = redis as Redis & {
    authenticate(...args: (string | number)[]): Promise<[string | null, ...number[]]>
    returnReads(key: string, count: number): Promise<unknown>
  }
  let count = 0
  // By the copy's text: each is parsed once for all its requests.
  const parsed = new LRUCache<string, Credential>({ max: 5_000 })
  const credentialOf = (copy: string): Credential => {
    const known = parsed.get(copy)
    if (known) return known
    const credential = Credential.parse(JSON.parse(copy))
    parsed.set(copy, credential)
    return credential
  }
  return {
    async check({
      hash,
      visitor,
      spends,
      readsPerMinute,
      isInNetworks = false,
      share = noShare,
    }: Query): Promise<RateLimitResult> {
      count = (count + 1) % 1_000_000
      const [copy, spending, allowed, limit = 0, remaining = 0, resetMs = 0, uncounted, shared = 0] =
        await scripts.authenticate(
          credentialKey(hash ?? ''),
          hash ? 1 : 0,
          `address:${visitor}`,
          spends ? 1 : 0,
          readsPerMinute,
          revokedMark,
          windowMs,
          `${process.pid}.${count}`,
          isInNetworks ? 1 : 0,
          freeCallsPerNetwork,
          share.userId,
          share.unused,
          share.parts,
        )
      const isRevoked = copy === revokedMark
      const credential = copy && !isRevoked ? credentialOf(copy) : null
      return {
        credential,
        isRevoked,
        spends: spending === 1,
        allowed: allowed === 1,
        isUncounted: uncounted === 1,
        limit,
        remaining,
        resetMs,
        share: shared,
      }
    },
    /** Reads of an account that a share had, and that nobody made. */
    async returnReads(userId: string, count: number): Promise<void> {
      await scripts.returnReads(`rate:read:${userId}`, count)
    },
    /** The state of each of these tokens in Redis, without counting a request. */
    async peek(hashes: string[]): Promise<('known' | 'revoked' | 'unknown')[]> {
      if (hashes.length === 0) return []
      const copies = await redis.mget(hashes.map(credentialKey))
      return copies.map((copy) => (copy === revokedMark ? 'revoked' : copy ? 'known' : 'unknown'))
    },
  }
}
