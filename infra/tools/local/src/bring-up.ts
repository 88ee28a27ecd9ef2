import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Backing, type BackingOptions, startBacking } from './backing/backing.ts'
import { takeDataFolder } from './data-folder.ts'
import { startDev } from './dev.ts'
import { checkPort, freePort } from './free-port.ts'
import { checkChatKey } from './models/check-key.ts'
import { type PreparedModels, prepareModels } from './models/prepare-models.ts'
import { endOrphans } from './processes/orphans.ts'
import { type Endpoint, environmentOf, startedParts } from './processes/processes.ts'
import { removeRun } from './processes/run-file.ts'
import { recordRun } from './processes/run-record.ts'
import { createPlatform, startAll, stopAll } from './processes/supervisor.ts'
import { upgradeChat } from './processes/upgrade-chat.ts'
import type { Report } from './report.ts'
import { readSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { buildWeb } from './web-build.ts'

export type BringUp = {
  settings: Settings
  verbose: boolean
  dev: boolean
  /** Kafka, Redis and MongoDB alone. */
  serversOnly?: boolean
  report: Report
  /** Aborted, it breaks the start off; what has been opened is closed by `closing`. */
  stop: AbortController
  closing: AsyncDisposableStack
  /** Pauses before a process that died is started again, if not the usual growing ones. */
  pausesMs?: number[]
  beforeMongo?: BackingOptions['beforeMongo']
}

// Together below the 15 s in which everything must have stopped.
const gatewayStopMs = 3000
const servicesStopMs = 6000
const backingStopMs = 4500
// For downloads and half-started servers that a failure or a Ctrl-C interrupts.
const breakOffMs = 5000

/** Brings everything up, from nothing to ready. Each opening is followed by its closing, so that the end takes the reverse order. */
export async function bringUp(options: BringUp): Promise<void> {
  const { settings, verbose, dev, serversOnly = false, report, stop, closing, pausesMs, beforeMongo } = options
  const { dataDir, cacheDir, env, port } = settings
  const { signal } = stop
  const lock = await takeDataFolder(dataDir)
  closing.defer(() => lock.release())
  await endOrphans(dataDir, report)
  await checkPort(port)
  await makeCache(cacheDir)
  const secrets = await readSecrets(dataDir, env)
  closing.defer(() => removeRun(dataDir))

  const record = recordRun(settings)
  const tasks = [
    startBacking({ dataDir, cacheDir, env, report, signal, changed: record.backing, beforeMongo }),
    serversOnly ? undefined : prepareModels({ cacheDir, env, report, signal }),
    dev || serversOnly ? undefined : buildWeb({ env, report }),
    serversOnly ? undefined : checkChatKey(env, report),
  ] as const
  let backing: Backing
  let models: PreparedModels | undefined
  try {
    ;[backing, models] = await Promise.all(tasks)
  } catch (error) {
    stop.abort()
    await Promise.race([Promise.allSettled(tasks), sleep(breakOffMs)])
    throw error
  }
  closing.defer(() => backing.stop(backingStopMs))
  signal.throwIfAborted()
  if (!models) return record.set({ backing: backing.env, endpoints: {}, ours: [] })

  const endpoints: Record<string, Endpoint> = {}
  for (const name of startedParts(env)) {
    endpoints[name] = { port: name === 'gateway' ? port : await freePort(), privatePort: await freePort() }
  }
  const wiring = { settings, backing: backing.env, secrets, endpoints, models }
  const { services, gateway } = createPlatform(wiring, {
    verbose,
    report,
    changed: () => record.update(),
    ...(pausesMs && { pausesMs }),
  })
  record.set({ backing: backing.env, endpoints, ours: [...services, ...gateway] })
  closing.defer(() => stopAll(services, servicesStopMs))
  closing.defer(() => stopAll(gateway, gatewayStopMs))
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  await Promise.race([aborted, startAll([...services, ...gateway], report)])
  if (dev) await startDev({ settings, report, closing, processes: [...services, ...gateway] })
  const chat = services.find(({ name }) => name === 'chat')
  const { fetchGoodChat } = models
  const envWith = (chatModelPath: string) =>
    environmentOf('chat', { ...wiring, models: { ...wiring.models, chatModelPath } })
  // Not waited for: Utter is ready, and remains so.
  if (fetchGoodChat && chat) void upgradeChat({ fetchGood: fetchGoodChat, chat, envWith, report, signal })
}

/** The cache folder with its tag, by which backup programs leave it out and `npm run clean` may remove it. */
async function makeCache(cacheDir: string): Promise<void> {
  if (existsSync(cacheDir)) return
  await mkdir(cacheDir, { recursive: true })
  await writeFile(
    join(cacheDir, 'CACHEDIR.TAG'),
    'Signature: 8a477f597d28d172789f06886806bc55\n# Downloads of Utter; npm start fetches them again.\n',
  )
}
