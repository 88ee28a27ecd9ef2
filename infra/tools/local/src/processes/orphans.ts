import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../report.ts'
import { signalGroup } from '../supervision/process-group.ts'
import { readRun, removeRun, startedAt } from './run-file.ts'

/** Ends the orphans of a start that was killed: only processes whose pid and start time are those in its run.json. */
export async function endOrphans(dataDir: string, report: Report, patienceMs = 6000): Promise<void> {
  const run = await readRun(dataDir)
  if (!run) return
  const left = () => Object.entries(run.processes).filter(([, { pid, started }]) => startedAt(pid) === started)
  const found = left()
  if (found.length > 0) report(`Ending what the last start left running: ${found.map(([name]) => name).join(', ')}.`)
  for (const [, { pid }] of found) signalGroup(pid, 'SIGTERM')
  const deadlineMs = Date.now() + patienceMs
  while (left().length > 0 && Date.now() < deadlineMs) await sleep(50)
  for (const [, { pid }] of left()) signalGroup(pid, 'SIGKILL')
  while (left().length > 0) await sleep(20)
  removeRun(dataDir)
}
