import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import pMap from 'p-map'
import type { Report } from '../report.ts'
import { repoDir } from '../settings.ts'
import { openLog } from '../supervision/log-file.ts'
import { type SupervisedProcess, superviseProcess } from '../supervision/supervised-process.ts'
import { allParts, commandOf, environmentOf, privateUrlOf, startedParts, type Wiring } from './processes.ts'
import { terminalLog } from './terminal-log.ts'

export type Platform = { services: SupervisedProcess[]; gateway: SupervisedProcess[] }
export type PlatformOptions = { verbose: boolean; report: Report; changed: () => void; pausesMs?: number[] }

/** The processes of the table, not yet started. */
export function createPlatform(wiring: Wiring, options: PlatformOptions): Platform {
  const supervised = startedParts(wiring.settings.env).map((name) => createPart(name, wiring, options))
  return {
    services: supervised.filter(({ name }) => name !== 'gateway'),
    gateway: supervised.filter(({ name }) => name === 'gateway'),
  }
}

function createPart(
  name: string,
  wiring: Wiring,
  { verbose, report, changed, pausesMs }: PlatformOptions,
): SupervisedProcess {
  const log = openLog(join(wiring.settings.dataDir, 'logs', `${name}.log`))
  const show = terminalLog(name, { verbose, report })
  const endpoint = wiring.endpoints[name]
  return superviseProcess(
    {
      name,
      command: commandOf(allParts[name]?.folder ?? name),
      cwd: repoDir,
      env: environmentOf(name, wiring),
      ready: async () =>
        endpoint !== undefined &&
        (await fetch(`${privateUrlOf(endpoint)}/health/ready`, { signal: AbortSignal.timeout(2000) })).ok,
      readyTimeoutMs: 60_000,
      logFile: relative(process.cwd(), log.path),
      log: (line) => {
        log.write(line)
        show(line)
      },
    },
    { report, changed, startAttempts: 3, ...(pausesMs && { pausesMs }) },
  )
}

/**
 * Starts one process more at once than the machine has cores: all together would only slow each other, and miss their
 * own deadlines.
 */
export async function startAll(
  processes: SupervisedProcess[],
  report: Report,
  concurrency = availableParallelism() + 1,
): Promise<void> {
  const start = async (process: SupervisedProcess) => {
    report.progress?.(process.name, `starting ${process.name}`)
    await process.start().finally(() => report.progress?.(process.name, undefined))
  }
  await pMap(processes, start, { concurrency })
}

export async function stopAll(processes: SupervisedProcess[], withinMs: number): Promise<void> {
  await Promise.all(processes.map((supervised) => supervised.stop(withinMs)))
}
