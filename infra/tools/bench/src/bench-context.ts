import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Backing, startBacking } from '@utter/local/backing/backing'
import { readSecrets, type Secrets } from '@utter/local/secrets'
import { readSettings, type Settings } from '@utter/local/settings'
import { messageOf } from '@utter/local/start-error'
import type { Machine } from './measure/machine.ts'
import type { Options } from './options.ts'

/** The inputs of every row. */
export type BenchContext = {
  options: Options
  settings: Settings
  /** A folder of this run's own that goes at its end. */
  dataDir: string
  secrets: Secrets
  machine: Machine
  /** Kafka, Redis and MongoDB, started when the first row asks. */
  backing(): Promise<Backing['env']>
  /** The pids of those servers, by their names. */
  servers(): Promise<Record<string, number>>
  report(sentence: string): void
  /** The end of the row, in reverse order; also by Ctrl-C. */
  closing: AsyncDisposableStack
  /** Finds something that a row can go on without; when it is missing, that is reported in one sentence. */
  ifThere<T>(find: () => Promise<T>): Promise<T | undefined>
  missing: string[]
}

/** The context of a whole run. Addresses of servers in the environment are not used: rows fill databases, and empty them. */
export async function createBenchContext(
  options: Options,
  machine: Machine,
  closing: AsyncDisposableStack,
): Promise<BenchContext> {
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
    servers: () => Promise.reject(new Error('servers belong to a row')),
    report: (sentence) => console.error(sentence),
    closing,
    async ifThere(find) {
      try {
        return await find()
      } catch (error) {
        missing.push(`${messageOf(error)}.`)
        return undefined
      }
    },
    missing,
  }
}

/** The context for one row, with servers of its own: what it opens is closed with it, and no row finds what another left. */
export async function forRow(context: BenchContext, name: string): Promise<BenchContext & AsyncDisposable> {
  const closing = new AsyncDisposableStack()
  const close = () => closing.disposeAsync()
  context.closing.defer(close)
  const dataDir = join(context.dataDir, name)
  await mkdir(dataDir)
  const { cacheDir, env } = context.settings
  let backing: Promise<Backing> | undefined
  const startServers = async () => {
    const started = await startBacking({ dataDir, cacheDir, env, report: context.report })
    // Opened before all else of the row, so that it is closed last.
    closing.defer(() => started.stop())
    context.machine.peers.MongoDB = existsSync(join(dataDir, 'mongo-java')) ? '(the compatible server)' : '(a mongod)'
    return started
  }
  return {
    ...context,
    dataDir,
    settings: { ...context.settings, dataDir },
    closing,
    async backing() {
      backing ??= startServers()
      return (await backing).env
    },
    async servers() {
      backing ??= startServers()
      const { processes } = await backing
      return Object.fromEntries(processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid]])))
    },
    [Symbol.asyncDispose]: close,
  }
}
