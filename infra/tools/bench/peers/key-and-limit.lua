-- The gateway's part of a request, by nginx: the key's hash, one round trip to Redis for its credential and its count, a token that is
-- signed once for half a minute, and a refusal where one of them says so. The signature is an HMAC, which costs less than Ed25519.
local cjson = require 'cjson'
local ffi = require 'ffi'
local redis = require 'nginx.redis'

-- This file runs for each request: whatever outlives one is kept as a module of its own.
local kept = package.loaded['bench.kept']
if not kept then
  ffi.cdef 'unsigned char *SHA256(const unsigned char *data, size_t count, unsigned char *digest);'
  kept = { digest = ffi.new 'unsigned char[32]', tokens = require('resty.lrucache').new(5000) }
  package.loaded['bench.kept'] = kept
end
local digest, tokens = kept.digest, kept.tokens
local script = [[
local credential = redis.call('GET', KEYS[1])
local count = redis.call('INCR', KEYS[2])
if count == 1 then redis.call('PEXPIRE', KEYS[2], 60000) end
return {credential, count}
]]

local function refuse(status, code)
  ngx.status = status
  ngx.header['content-type'] = 'application/problem+json'
  ngx.say(cjson.encode { status = status, code = code })
  return ngx.exit(status)
end

local key = (ngx.var.http_authorization or ''):match '^Bearer (.+)$'
if not key then return refuse(401, 'unauthenticated') end
ffi.C.SHA256(key, #key, digest)
local hash = ngx.encode_base64(ffi.string(digest, 32), true):gsub('+', '-'):gsub('/', '_')

local connection = redis:new()
connection:set_timeout(1000)
local connected = connection:connect(ngx.var.redis_host, tonumber(ngx.var.redis_port))
if not connected then return refuse(503, 'unavailable') end
if ngx.var.redis_password ~= '' and connection:get_reused_times() == 0 then connection:auth(ngx.var.redis_password) end
local found = connection:eval(script, 2, ngx.var.key_prefix .. hash, 'bench-rate:' .. hash)
connection:set_keepalive(60000, 64)
if not found or found[1] == ngx.null then return refuse(401, 'unauthenticated') end

local credential = cjson.decode(found[1])
local limit = tonumber(ngx.var.reads_per_minute)
if found[2] > limit then return refuse(429, 'rate_limited') end
ngx.header['ratelimit-limit'] = limit
ngx.header['ratelimit-remaining'] = limit - found[2]
local token = tokens:get(hash)
if not token then
  local claims = { userId = credential.userId, tier = credential.tier, scopes = credential.scopes, exp = ngx.time() + 60 }
  local payload = ngx.encode_base64(cjson.encode(claims), true)
  token = payload .. '.' .. ngx.encode_base64(ngx.hmac_sha1('a key of the bench', payload), true)
  tokens:set(hash, token, 30)
end
ngx.req.clear_header 'authorization'
ngx.req.set_header(ngx.var.identity_header, token)
