import type { Backing } from '@utter/local/backing/backing'
import { startBacking } from '@utter/local/backing/backing'
import { readSettings } from '@utter/local/settings'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { inject, onTestFinished } from 'vitest'
import type { Check, Row } from '../../src/doctor/check.ts'
import type { Examined } from '../../src/doctor/examined.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import type { ExaminedSettings } from '../../src/doctor/settings.ts'
import { openStoresOf } from '../../src/doctor/stores.ts'

/** A platform of nothing but these settings, for one test. */
export function examinedAt(settings: Partial<ExaminedSettings>, more: Partial<Examined> = {}): Examined {
  const all = { AUDIO_REGION: 'us-east-1', ...settings }
  const stores = openStoresOf(all)
  // A store that hangs would not be closed in time.
  onTestFinished(() => void stores[Symbol.asyncDispose]().catch(() => {}))
  return { settings: all, isProduction: false, processes: {}, stores, secrets: {}, now: () => new Date(), ...more }
}

/** A server of the file's own, whose databases and topics are no other test's. */
export async function ownServer(name: keyof Backing['env']): Promise<string> {
  const { env, cacheDir, dataDir } = readSettings(process.env)
  const { [name]: _, ...others } = inject('backing')
  const backing = await startBacking({
    env: { ...env, ...others },
    cacheDir,
    dataDir,
    ephemeral: true,
    report: () => {},
  })
  await closedAfterAll({ close: () => backing.stop() })
  return backing.env[name]
}

/** The rows of what is not right, the first cause first. */
export async function faultsOf(checks: readonly Check[], examined: Examined): Promise<Row[]> {
  return (await runChecks(checks, examined)).filter(({ status }) => status === 'failed' || status === 'warning')
}
