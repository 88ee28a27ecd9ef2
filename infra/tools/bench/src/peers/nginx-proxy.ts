import { join } from 'node:path'
import { credentialKey } from '@utter/contracts/credential'
import { identityHeader } from '@utter/http/identity'
import { repoDir } from '@utter/local/settings'
import type { BenchContext } from '../bench-context.ts'
import type { Service } from '../services.ts'
import { findNginx } from './nginx.ts'

/** @param first what comes before the forwarding */
const proxy = (port: number, upstream: string, first = '') => `
  upstream behind { server ${new URL(upstream).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location = /ready { return 200; }
    location / {
      ${first}
      proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection "";
    }
  }`

/** nginx that forwards, and does nothing else. */
export async function startPlainProxy(context: BenchContext, upstream: string): Promise<Service> {
  const nginx = await findNginx(context, 'nchan')
  return nginx.start(context, 'nginx-proxy', (port) => proxy(port, upstream))
}

/** nginx that reads the same credential from the same Redis, counts, and forwards with a signed token. */
export async function startLuaProxy(context: BenchContext, upstream: string, readsPerMinute: string): Promise<Service> {
  const { REDIS_URL } = await context.backing()
  const { hostname, port: redisPort, password } = new URL(REDIS_URL)
  const variables = {
    redis_host: hostname,
    redis_port: redisPort || '6379',
    redis_password: decodeURIComponent(password),
    key_prefix: credentialKey(''),
    identity_header: identityHeader,
    reads_per_minute: readsPerMinute,
  }
  const first = [
    ...Object.entries(variables).map(([name, value]) => `set $${name} '${value}';`),
    `access_by_lua_file ${join(repoDir, 'infra/tools/bench/peers/key-and-limit.lua')};`,
  ].join(' ')
  const nginx = await findNginx(context, 'lua')
  return nginx.start(context, 'nginx-lua', (port) => proxy(port, upstream, first))
}
