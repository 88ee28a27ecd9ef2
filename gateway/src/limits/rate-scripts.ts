/**
 * Takes one of each count, of all or of none. A log of a window holds exactly the requests that were allowed in it, so there are never more than its
 * limit in any 60 s. The last key may be the count of a UTC day, by the clock of Redis, at whose end it is gone.
 * Arguments: the window in ms, the entry of this request, 1 with a day, the limit of each key. Answers `[allowed, limit, left, reset in ms]` of the tightest.
 */
export const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, allowed, counts, tighter = tonumber(ARGV[1]), 1, {}, nil
for i, key in ipairs(KEYS) do
  local count = {key = key, limit = tonumber(ARGV[3 + i]), isDay = ARGV[3] == '1' and i == #KEYS}
  if count.isDay then
    count.left = count.limit - tonumber(redis.call('GET', key) or '0')
    count.reset = (86400 - time[1] % 86400) * 1000
  else
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
    count.left = count.limit - redis.call('ZCARD', key)
  end
  if count.left <= 0 then allowed = 0 end
  counts[i] = count
end
for _, count in ipairs(counts) do
  if allowed == 1 then
    count.left = count.left - 1
    if count.isDay then
      redis.call('INCR', count.key)
      redis.call('PEXPIRE', count.key, count.reset)
    else
      redis.call('ZADD', count.key, now, ARGV[2])
      redis.call('PEXPIRE', count.key, window)
    end
  end
  count.left = math.max(0, count.left)
  if not count.isDay then
    local first = redis.call('ZRANGE', count.key, 0, 0, 'WITHSCORES')
    count.reset = first[2] and (first[2] + window - now) or 0
  end
  if not tighter or count.left < tighter.left or (count.left == tighter.left and count.reset > tighter.reset) then tighter = count end
end
return {allowed, tighter.limit, tighter.left, tighter.reset}`

/** Takes the entry of a request out of each log, and out of the count of a day. Arguments: the entry, 1 with a day. */
export const giveBackScript = `
for i, key in ipairs(KEYS) do
  if ARGV[2] ~= '1' or i < #KEYS then redis.call('ZREM', key, ARGV[1])
  elseif tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
end`

/**
 * Counts a read. It may take a share of what is left: it is counted at once, and the next check returns what was not used of it.
 * Arguments: the limit, the window in ms, what was not used, in how many parts what is left is shared. Answers `[allowed, left, reset in ms, share]`.
 */
export const readScript = `
local limit, window, unused, parts = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local ttl = redis.call('PTTL', KEYS[1])
if ttl <= 0 then ttl = window end
local count = math.max(0, tonumber(redis.call('GET', KEYS[1]) or '0') - unused) + 1
local share = 0
if parts > 0 then share = math.max(0, math.floor((limit - count) / parts)) end
redis.call('SET', KEYS[1], count + share, 'PX', ttl)
return {count <= limit and 1 or 0, math.max(0, limit - count), ttl, share}`

/** Returns reads that were counted and not made. Argument: how many. */
export const returnScript = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count > 0 then redis.call('SET', KEYS[1], math.max(0, count - tonumber(ARGV[1])), 'KEEPTTL') end`
