import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Kernels of all usual kinds count processor time in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Processor time that the children of this process have used until now, in seconds, those that have ended too; the one named `except` is
 * left out. Undefined where there is no `/proc` (Linux has one).
 */
export function cpuSecondsOfChildren(except: number | undefined): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined
  const living = childrenOf(process.pid)
    .filter((pid) => pid !== except)
    .map((pid) => ticksOf(pid, 'own'))
  return [ticksOf(process.pid, 'children'), ...living].reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond
}

/** Ids of the living children of a process, by `/proc`. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

/** Fields 14 to 17 of `stat`: user and system time of a process, then of the children that it has waited for. */
function ticksOf(pid: number, whose: 'own' | 'children'): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = whose === 'own' ? 11 : 13
  return (fields[at] ?? 0) + (fields[at + 1] ?? 0)
}
