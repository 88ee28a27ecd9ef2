import { join } from 'node:path'
import { freePort } from '@utter/local/free-port'
import { startedParts } from '@utter/local/processes/processes'
import { readRun } from '@utter/local/processes/run-file'
import { repoDir } from '@utter/local/settings'
import type { BenchContext } from './bench-context.ts'
import { answers, startProgram } from './program.ts'

/** Time for models and pages that have to be made first. */
const readyTimeoutMs = 300_000
/** The supervisor's own limit is below it. */
const stopWithinMs = 15_000

/**
 * The whole platform under a supervisor of its own, as `npm start` runs it, with the quick voices and the small model for replies.
 * @returns pids by the names of the processes; `start` is the supervisor
 */
export async function startPlatformAlone(context: BenchContext): Promise<Record<string, number>> {
  const { settings, dataDir } = context
  const env = Object.entries({
    ...settings.env,
    PORT: String(await freePort()),
    UTTER_DATA: dataDir,
    UTTER_CACHE: settings.cacheDir,
    NATURAL_VOICES: 'off',
    LOCAL_CHAT_MODEL: 'small',
  }).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const supervisor = await startProgram(context, {
    name: 'start',
    command: [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      join(repoDir, 'infra/tools/local/src/start.ts'),
    ],
    env: Object.fromEntries(env),
    ready: () => allAnswer(dataDir, startedParts(settings.env)),
    readyTimeoutMs,
    stopWithinMs,
  })
  const run = await readRun(dataDir)
  const processes = Object.entries(run?.processes ?? {}).map(([name, { pid }]) => [name, pid] as const)
  return { start: supervisor.pid, ...Object.fromEntries(processes) }
}

async function allAnswer(dataDir: string, names: string[]): Promise<boolean> {
  const run = await readRun(dataDir)
  const addresses = names.map((name) => run?.processes[name]?.privateUrl)
  const ready = addresses.map(async (url) => url !== undefined && (await answers(`${url}/health/ready`)))
  return (await Promise.all(ready)).every(Boolean)
}
