import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The kernel counts processor time in these, a second. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Milliseconds of processor time that a process and its children have used so far. */
export const cpuMsOf = (pid: number): number =>
  familyOf(pid).reduce((sum, one) => sum + ticksOf(one), 0) * (1_000 / ticksPerSecond)

/** Bytes of memory that a process and its children hold, what they share counted once. */
export const memoryBytesOf = (pid: number): number => familyOf(pid).reduce((sum, one) => sum + proportionalOf(one), 0)

function familyOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(familyOf)]
}

function ticksOf(pid: number): number {
  // The name in brackets may hold blanks; utime and stime are the 12th and 13th field behind it.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

const proportionalOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1_024

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // It has ended meanwhile.
  }
}
