import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../report.ts'
import { type Log, openLog } from '../supervision/log-file.ts'
import { type SupervisedProcess, superviseProcess } from '../supervision/supervised-process.ts'
import { findKafka } from './kafka.ts'
import { findMongo } from './mongo.ts'
import { findRedis } from './redis.ts'
import type { Server, StartContext } from './server.ts'

export type Backing = {
  /** The addresses, by the services' variables. */
  env: { MONGO_URL: string; KAFKA_BROKERS: string; REDIS_URL: string }
  /** The processes of servers that were started here; a server from the environment has none. */
  processes: SupervisedProcess[]
  stop(withinMs?: number): Promise<void>
}

export type BackingOptions = {
  dataDir: string
  cacheDir: string
  env: NodeJS.ProcessEnv
  report: Report
  /** For tests: data in a temporary folder that goes at the end, smaller heaps, no fsync. */
  ephemeral?: boolean
  /** Called whenever one of these processes started or ended. */
  changed?: (processes: SupervisedProcess[]) => void
  /** For tests: an address in front of the MongoDB's, which all that use it are given. */
  beforeMongo?: ((url: string) => Promise<string>) | undefined
  /** Aborting it while they start stops those that are up. */
  signal?: AbortSignal
}

/** Kafka, Redis and MongoDB, started side by side, each by its own fallback chain. When one cannot be had, the others are stopped again. */
export async function startBacking({
  dataDir,
  cacheDir,
  env,
  report,
  ephemeral = false,
  changed,
  beforeMongo = async (url) => url,
  signal,
}: BackingOptions): Promise<Backing> {
  const folder = ephemeral ? await mkdtemp(join(tmpdir(), 'utter-backing-')) : dataDir
  const context: StartContext = { dataDir: folder, cacheDir, env, report, ephemeral, ...(signal && { signal }) }
  const processes: SupervisedProcess[] = []
  const logs: Log[] = []

  async function bringUp(name: string, find: (context: StartContext) => Promise<Server>): Promise<string> {
    const { url, spec } = await find(context)
    if (!spec) return url
    const log = openLog(join(folder, 'logs', `${name}.log`))
    logs.push(log)
    const kept = superviseProcess(
      { ...spec, name, log: log.write, logFile: log.path },
      { report, changed: () => changed?.(processes) },
    )
    processes.push(kept)
    await kept.start()
    return url
  }

  async function stop(withinMs = 5000): Promise<void> {
    await Promise.all(processes.map((kept) => kept.stop(withinMs)))
    for (const log of logs) log.close()
    if (ephemeral) await rm(folder, { recursive: true, force: true })
  }

  const breakOff = () => void stop()
  signal?.addEventListener('abort', breakOff)
  const all = [bringUp('kafka', findKafka), bringUp('redis', findRedis), bringUp('mongo', findMongo)] as const
  try {
    const [KAFKA_BROKERS, REDIS_URL, MONGO_URL] = await Promise.all(all)
    return { env: { MONGO_URL: await beforeMongo(MONGO_URL), KAFKA_BROKERS, REDIS_URL }, processes, stop }
  } catch (error) {
    await stop()
    await Promise.allSettled(all)
    await stop() // For services that came up while the first stop ran.
    throw error
  } finally {
    signal?.removeEventListener('abort', breakOff) // From here on the caller decides when these stop.
  }
}
