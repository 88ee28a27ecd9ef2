import { startBacking } from '@utter/local/backing/backing'
import { readSettings } from '@utter/local/settings'
import type { TestProject } from 'vitest/node'
import { type WatchedMongo, watchCommands } from '../commands/watch-commands.ts'
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
      mongo = await watchCommands(url)
      return mongo.url
    },
  })
  project.provide('backing', backing.env)
  return async () => {
    await backing.stop()
    await containers?.stop()
    await mongo?.close()
  }
}
