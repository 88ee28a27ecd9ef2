import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Backing, startBacking } from '@utter/local/backing'
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
  say(sentence: string): void
  /** The end of the row, in reverse order; also by Ctrl-C. */
  closing: AsyncDisposableStack
  /** Something that a row can go on without; what is missing is told in one sentence. */
  ifThere<T>(find: () => Promise<T>): Promise<T | undefined>
  missing: string[]
}

/** The same ground for one row: what the row opens is closed with it, what others use stays. */
export function forRow(ground: Ground): Ground & AsyncDisposable {
  const closing = new AsyncDisposableStack()
  const close = () => closing.disposeAsync()
  ground.closing.defer(close)
  return { ...ground, closing, [Symbol.asyncDispose]: close }
}

export async function openGround(options: Options, machine: Machine, closing: AsyncDisposableStack): Promise<Ground> {
  const settings = readSettings(process.env)
  const dataDir = await mkdtemp(join(tmpdir(), 'utter-bench-'))
  closing.defer(async () => {
    if (!settings.env.UTTER_KEEP_DATA) await rm(dataDir, { recursive: true, force: true })
  })
  const say = (sentence: string) => console.error(sentence)
  const missing: string[] = []
  let backing: Promise<Backing> | undefined
  const startServers = async () => {
    const { cacheDir, env } = settings
    const started = await startBacking({ dataDir, cacheDir, env, say })
    closing.defer(() => started.stop())
    return started
  }
  return {
    options,
    settings: { ...settings, dataDir },
    dataDir,
    secrets: await readSecrets(dataDir, {}),
    machine,
    async backing() {
      backing ??= startServers()
      return (await backing).env
    },
    say,
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
