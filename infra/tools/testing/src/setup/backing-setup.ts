import { startBacking } from '@utter/local/backing/backing'
import { readSettings } from '@utter/local/settings'
import { Redis } from 'ioredis'
import type { TestProject } from 'vitest/node'
import { startWatchedMongo, type WatchedMongo } from '../commands/watched-mongo.ts'
import { addRedisUsers, urlsWith } from '../engines/redis-users.ts'
import './provided.ts'

/** Real Kafka, Redis and MongoDB for the tests of one run, with data that goes at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { env, dataDir, cacheDir } = readSettings(process.env)
  // Loaded only when asked for: it looks for a Docker engine.
  const containers =
    env.TEST_CONTAINERS === 'true' ? await (await import('./containers.ts')).startContainers() : undefined
  let mongo: WatchedMongo | undefined
  const backing = await startBacking({
    env: { ...env, ...containers?.env },
    dataDir,
    cacheDir,
    report: console.log,
    ephemeral: true,
    beforeMongo: async (url) => {
      mongo = await startWatchedMongo(url)
      return mongo.url
    },
  })
  project.provide('backing', backing.env)
  const { REDIS_URL } = backing.env
  // A Redis of the person's own is given no users.
  if (env.REDIS_URL)
    project.provide(
      'redisUrls',
      urlsWith(() => REDIS_URL),
    )
  else {
    const admin = new Redis(REDIS_URL)
    project.provide('redisUrls', await addRedisUsers([admin], REDIS_URL))
    admin.disconnect()
  }
  return async () => {
    await backing.stop()
    await containers?.stop()
    await mongo?.close()
  }
}
