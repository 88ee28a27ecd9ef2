import { Credential, credentialKey, revokedMark } from '@utter/contracts/credential'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

/** Time in which requests are counted. */
export const windowMs = 60_000

export type RateLimitResult = {
  credential: Credential | null
  isRevoked: boolean
  /** Counted as spending: requested, with a credential that may. */
  spends: boolean
  allowed: boolean
  limit: number
  remaining: number
  resetMs: number
}
export type Query = { hash: string | null; visitor: string; spends: boolean; readsPerMinute: number }
export type Limits = ReturnType<typeof createLimits>

// One round trip for the credential and its rate limit. The log of a window holds exactly the requests that were allowed in it, so
// there are never more than the limit in any 60 s. Spending and reading are counted apart. A token without a copy, or a revoked one, is
// counted as a visitor, before account is asked about it; a key that may submit nothing, as a reader.
const script = `
local credential = false
local who, limit, spends = ARGV[2], tonumber(ARGV[4]), false
if ARGV[1] == '1' then
  credential = redis.call('GET', KEYS[1])
  if credential and credential ~= ARGV[5] then
    local known = cjson.decode(credential)
    who = known.userId
    if ARGV[3] == '1' then
      for _, scope in ipairs(known.scopes) do spends = spends or scope == 'jobs:write' end
      if spends then limit = known.rate end
    end
  end
end
local key = (spends and 'rate:spend:' or 'rate:read:') .. who
if spends then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local window = tonumber(ARGV[6])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  local count = redis.call('ZCARD', key)
  local allowed = count < limit and 1 or 0
  if allowed == 1 then
    redis.call('ZADD', key, now, time[1] .. '.' .. time[2] .. '.' .. ARGV[7])
    redis.call('PEXPIRE', key, window)
    count = count + 1
  end
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  return {credential, 1, allowed, limit, math.max(0, limit - count), first[2] and (first[2] + window - now) or 0}
end
local count = redis.call('INCR', key)
if count == 1 then redis.call('PEXPIRE', key, ARGV[6]) end
return {credential, 0, count <= limit and 1 or 0, limit, math.max(0, limit - count), redis.call('PTTL', key)}`

/** Copies of credentials and counts of requests, in Redis. Throws when Redis does not answer. */
export function createLimits(redis: Redis) {
  redis.defineCommand('authenticate', { numberOfKeys: 1, lua: script })
  const authenticate = redis as Redis & {
    authenticate(...args: (string | number)[]): Promise<[string | null, number, number, number, number, number]>
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
    async check({ hash, visitor, spends, readsPerMinute }: Query): Promise<RateLimitResult> {
      count = (count + 1) % 1_000_000
      const [copy, spending, allowed, limit, remaining, resetMs] = await authenticate.authenticate(
        credentialKey(hash ?? ''),
        hash ? 1 : 0,
        `address:${visitor}`,
        spends ? 1 : 0,
        readsPerMinute,
        revokedMark,
        windowMs,
        `${process.pid}.${count}`,
      )
      const isRevoked = copy === revokedMark
      const credential = copy && !isRevoked ? credentialOf(copy) : null
      return { credential, isRevoked, spends: spending === 1, allowed: allowed === 1, limit, remaining, resetMs }
    },
    /** The state of each of these tokens in Redis, without counting a request. */
    async peek(hashes: string[]): Promise<('known' | 'revoked' | 'unknown')[]> {
      if (hashes.length === 0) return []
      const copies = await redis.mget(hashes.map(credentialKey))
      return copies.map((copy) => (copy === revokedMark ? 'revoked' : copy ? 'known' : 'unknown'))
    },
  }
}
