import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@utter/local/free-port'
import { prepareModels } from '@utter/local/models/prepare-models'
import { commandOf, type Endpoint, environmentOf, parts, privateUrlOf, urlOf } from '@utter/local/processes/processes'
import { readSecrets } from '@utter/local/secrets'
import { readSettings, repoDir } from '@utter/local/settings'
import { openLog } from '@utter/local/supervision/log-file'
import { spawnGroup } from '@utter/local/supervision/process-group'
import { eventually } from '../eventually.ts'
import { testTarget } from './operator.ts'
import { platformEnv, shortenedEnv, tracesEnv, vendorEnv } from './platform-env.ts'
import { ownPlatform, type PlatformAddresses } from './provided.ts'

export type Replica = AsyncDisposable & {
  url: string
  privateUrl: string
  pid: number
  /** @returns its exit code (null when a signal ended it), and the milliseconds that it took */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
}

export type ReplicaOptions = {
  platform?: PlatformAddresses
  /** As a supervisor does: when it dies it is started again. `changed` is called whenever its pid is another. */
  keptUp?: { changed: () => void }
}

/**
 * Starts a further replica of a service of the platform under test: on the same stores and broker, on ports of its own.
 * No process sends it requests by itself; its log is `<name>-<port>.log` among the others.
 * @param more variables that are other than those of the first
 */
export async function startReplica(
  name: string,
  more: Record<string, string> = {},
  { platform = ownPlatform(), keptUp }: ReplicaOptions = {},
): Promise<Replica> {
  const { url, dataDir, vendorPort, tracesPort, shortenedBy } = platform
  const { run } = await testTarget(platform)
  const settings = readSettings({
    ...process.env,
    ...platformEnv,
    PORT: new URL(url).port,
    UTTER_DATA: dataDir,
    LOG_LEVEL: 'info',
    ...tracesEnv(tracesPort),
    ...vendorEnv(vendorPort),
    ...shortenedEnv(shortenedBy),
  })
  const place = { port: await freePort(), privatePort: await freePort() }
  const fetching = { cacheDir: settings.cacheDir, env: settings.env, report: () => {} }
  const secrets = await readSecrets(dataDir, settings.env)
  const env = environmentOf(name, {
    settings,
    backing: withCredentials(run.backing, secrets.REDIS_PASSWORD, settings.env.REDIS_URL) as never,
    secrets,
    endpoints: { ...placesOf(run.processes), [name]: place },
    models: ['chat', 'speech'].includes(name) ? await prepareModels(fetching) : {},
  })
  const log = openLog(join(dataDir, 'logs', `${name}-${place.port}.log`))
  const start = () => {
    const child = spawnGroup(commandOf(parts[name]?.folder ?? name), {
      cwd: repoDir,
      env: { ...env, ...more },
      onLine: log.write,
      kind: 'server',
    })
    return { child, ended: once(child, 'exit') as Promise<[number | null]> }
  }
  let isStopped = false
  const keepUp = async (changed: () => void): Promise<void> => {
    for (;;) {
      await running.ended
      await pause(restartPauseMs)
      if (isStopped) return
      running = start()
      changed()
    }
  }
  const hasEnded = ({ child }: ReturnType<typeof start>) => child.exitCode !== null || child.signalCode !== null
  let running = start()
  const replica: Replica = {
    url: urlOf(place),
    privateUrl: privateUrlOf(place),
    get pid() {
      return running.child.pid ?? 0
    },
    async stop(signal) {
      const startedMs = Date.now()
      isStopped = true
      if (!hasEnded(running)) process.kill(replica.pid, signal)
      const [code] = await running.ended
      return { code, ms: Date.now() - startedMs }
    },
    async [Symbol.asyncDispose]() {
      // A killed one would stay a member of its consumer group, with its partitions, until its session is over: a fault of the next test.
      const tooLong = setTimeout(() => void replica.stop('SIGKILL'), maxStopMs)
      await replica.stop('SIGTERM')
      clearTimeout(tooLong)
      log.close()
    },
  }
  const isReady = async () => {
    // A replica that finds no database within a second, on a busy machine, ends, and is started again as by a
    // supervisor.
    if (hasEnded(running)) running = start()
    return (await fetch(`${replica.privateUrl}/health/ready`)).ok
  }
  try {
    await eventually(`the replica of ${name} is ready`, isReady, readyLimitMs)
  } catch (error) {
    await replica[Symbol.asyncDispose]()
    throw error
  }
  if (keptUp) void keepUp(keptUp.changed)
  return replica
}

/** The supervisor's own, for the platform under faults. */
const restartPauseMs = 300

/** Longer than an orderly end may take. */
const maxStopMs = 15_000

/** A group whose member was killed lets no other join before that one's session is over. */
const readyLimitMs = 90_000

/** Addresses in run.json have no credentials: a Redis of the environment has them there. */
const withCredentials = (
  backing: Record<string, string>,
  password: string,
  given: string | undefined,
): Record<string, string> => {
  const url = given || backing.REDIS_URL?.replace('//', `//:${password}@`)
  return { ...backing, ...(url && { REDIS_URL: url }) }
}

const placesOf = (processes: Record<string, { url?: string | undefined; privateUrl?: string | undefined }>) =>
  Object.fromEntries(
    Object.entries(processes).flatMap(([name, { url, privateUrl }]): [string, Endpoint][] =>
      url && privateUrl
        ? [[name, { port: Number(new URL(url).port), privatePort: Number(new URL(privateUrl).port) }]]
        : [],
    ),
  )
