import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Backing, startBacking } from '@utter/local/backing/backing'
import { readSecrets, type Secrets } from '@utter/local/secrets'
import { readSettings, type Settings } from '@utter/local/settings'
import { wordsOf } from '@utter/local/start-error'
import type { Machine } from './machine.ts'
import type { Options } from './options.ts'

/** What every row stands on. */
export type Ground = {
  options: Options
  settings: Settings
  /** A folder of this run's own that goes at its end. */
  dataDir: string
  secrets: Secrets
  machine: Machine
  /** Kafka, Redis and MongoDB, started when the first row asks. */
  backing(): Promise<Backing['env']>
  report(sentence: string): void
  /** The end of the row, in reverse order; also by Ctrl-C. */
  closing: AsyncDisposableStack
  /** Something that a row can go on without; what is missing is told in one sentence. */
  ifThere<T>(find: () => Promise<T>): Promise<T | undefined>
  missing: string[]
}

/**
 * The ground of a whole run. Addresses of servers in the environment are not used: rows fill databases, and empty them.
 */
export async function openGround(options: Options, machine: Machine, closing: AsyncDisposableStack): Promise<Ground> {
  const { MONGO_URL, KAFKA_BROKERS, REDIS_URL, ...env } = process.env
  const settings = readSettings(env)
  for (const name of ['MONGO_URL', 'KAFKA_BROKERS', 'REDIS_URL']) delete settings.env[name]
  const dataDir = await mkdtemp(join(tmpdir(), 'utter-bench-'))
  closing.defer(async () => {
    if (!settings.env.UTTER_KEEP_DATA) await rm(dataDir, { recursive: true, force: true })
  })
  const missing: string[] = []
  return {
    options,
    settings,
    dataDir,
    secrets: await readSecrets(dataDir, {}),
    machine,
    backing: () => Promise.reject(new Error('servers belong to a row')),
    report: (sentence) => console.error(sentence),
    closing,
    async ifThere(find) {
      try {
        return await find()
      } catch (error) {
        missing.push(`${wordsOf(error)}.`)
        return undefined
      }
    },
    missing,
  }
}

/** The ground for one row, with servers of its own: what it opens is closed with it, and no row finds what another left. */
export async function forRow(ground: Ground, name: string): Promise<Ground & AsyncDisposable> {
  const closing = new AsyncDisposableStack()
  const close = () => closing.disposeAsync()
  ground.closing.defer(close)
  const dataDir = join(ground.dataDir, name)
  await mkdir(dataDir)
  const { cacheDir, env } = ground.settings
  let backing: Promise<Backing> | undefined
  const startServers = async () => {
    const started = await startBacking({ dataDir, cacheDir, env, report: ground.report })
    // The first that is opened, whoever asks: it is closed last.
    closing.defer(() => started.stop())
    ground.machine.peers.MongoDB = existsSync(join(dataDir, 'mongo-java')) ? '(the compatible server)' : '(a mongod)'
    return started
  }
  return {
    ...ground,
    dataDir,
    settings: { ...ground.settings, dataDir },
    closing,
    async backing() {
      backing ??= startServers()
      return (await backing).env
    },
    [Symbol.asyncDispose]: close,
  }
}
