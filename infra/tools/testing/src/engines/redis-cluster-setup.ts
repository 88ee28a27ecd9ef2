import type { TestProject } from 'vitest/node'
import { startRedisCluster } from './redis-cluster.ts'
import '../setup/provided.ts'

/** A Redis Cluster for the tests of one run, in place of the Redis of the others. They need neither Kafka nor MongoDB. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startRedisCluster()
  project.provide('backing', { REDIS_URL: cluster.url, MONGO_URL: '', KAFKA_BROKERS: '' })
  return async () => await cluster[Symbol.asyncDispose]()
}
