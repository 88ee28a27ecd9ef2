import { type RedisUser, redisUsers, userOf } from '@utter/storage/redis/rights'
import type { Redis } from 'ioredis'

const password = 'password-of-a-process'

/** Makes the user of each process at these servers of tests. @returns the addresses of each */
export async function addRedisUsers(servers: Pick<Redis, 'call'>[], url: string): Promise<Record<RedisUser, string>> {
  for (const server of servers)
    for (const name of redisUsers) await server.call('ACL', 'SETUSER', ...userOf(name, password))
  return urlsWith((name) => url.replace(/:\/\/([^@/]*@)?/, `://${name}:${password}@`))
}

export const urlsWith = (urlOf: (name: RedisUser) => string) =>
  Object.fromEntries(redisUsers.map((name) => [name, urlOf(name)])) as Record<RedisUser, string>
