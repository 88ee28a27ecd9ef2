import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts processor time in these, a second. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Milliseconds of processor time that a process and its children have used so far. */
export const cpuMsOf = (pid: number): number => sumOf(familyOf(pid), cpuMsOfOne)

/** Bytes of memory that a process and its children hold, what they share counted once. */
export const memoryBytesOf = (pid: number): number => sumOf(familyOf(pid), memoryBytesOfOne)

const sumOf = (pids: number[], of: (pid: number) => number) => pids.reduce((sum, pid) => sum + of(pid), 0)

/** Processor time of several processes, by their names, in ms. */
export const cpuMsByName = (pids: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuMsOf(pid)]))

/** A process and all below it, itself first. */
export function familyOf(pid: number): number[] {
  // A child belongs to the thread that started it.
  const children = threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(familyOf)]
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Milliseconds of processor time that a process has used, with its ended children and without the living. */
export const cpuMsOfOne = (pid: number): number => ticksOf(pid) * (1_000 / ticksPerSecond)

function ticksOf(pid: number): number {
  // The name in brackets may hold blanks; utime, stime and those of children that have ended are the 12th to 15th field behind it.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}

/** Bytes of memory of a process without its children: its proportional set size. */
export const memoryBytesOfOne = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1_024

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // It has ended meanwhile.
  }
}
