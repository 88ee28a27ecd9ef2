import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import type { TestProject } from 'vitest/node'
import '../setup/provided.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { redisPassword } from './redis-server.ts'
import { addRedisUsers } from './redis-users.ts'

/** Keys and commands of tests alone. */
const ofTests = ['~watched*', '+acl', '+client|kill', '+ttl', '+llen']

/**
 * A Redis Cluster for the tests of one run, in place of the Redis of the others. They need neither Kafka nor MongoDB. Its user has the rights that
 * `infra/operating/redis.md` names.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startRedisCluster()
  const page = await readFile(join(repoDir, 'infra/operating/redis.md'), 'utf8')
  const rights = /```\n(~[^`]*)```/.exec(page)?.[1]?.trim().split(/\s+/) ?? []
  for (const { admin } of cluster.nodes)
    await admin.call('ACL', 'SETUSER', 'utter', 'on', `>${redisPassword}`, ...rights, ...ofTests)
  project.provide('backing', { REDIS_URL: cluster.url.replace('//:', '//utter:'), MONGO_URL: '', KAFKA_BROKERS: '' })
  project.provide(
    'redisUrls',
    await addRedisUsers(
      cluster.nodes.map(({ admin }) => admin),
      cluster.url,
    ),
  )
  return async () => await cluster[Symbol.asyncDispose]()
}
