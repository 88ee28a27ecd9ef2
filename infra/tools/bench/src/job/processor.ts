import { setTimeout as pause } from 'node:timers/promises'
import { medianOf } from '../measure/figure.ts'
import { cpuMsByName } from '../measure/usage.ts'
import type { Arrived, Side } from './side.ts'

/** Milliseconds of processor time, by process: a side's own and the servers. */
export type ByProcess = Record<string, number>
export type Measured = Arrived & { cpuOfJob: ByProcess; cpuMs: number }

/** Time for work that goes on after the last end: offsets, marks, the ledger. */
const afterMs = 500

/** Processor time a second of a side without work. */
export async function idleOf(side: Side, servers: Record<string, number>, seconds: number): Promise<ByProcess> {
  const used = startCounting(side, servers)
  await pause(seconds * 1_000)
  return mapped(used(), (ms) => ms / seconds)
}

/** A turn of a side, with the processor time of a job beyond what the same processes use without work. @param idle ms a second */
export async function runCounted(
  side: Side,
  servers: Record<string, number>,
  idle: ByProcess,
  [perSecond, seconds]: [number, number],
): Promise<Measured> {
  const startMs = performance.now()
  const used = startCounting(side, servers)
  const arrived = await side.run(perSecond, seconds)
  await pause(afterMs)
  const elapsedSeconds = (performance.now() - startMs) / 1_000
  const cpuOfJob = mapped(used(), (ms, name) => (ms - (idle[name] ?? 0) * elapsedSeconds) / arrived.sent)
  await side.clear()
  return { ...arrived, cpuOfJob, cpuMs: totalOf(cpuOfJob) }
}

function startCounting({ processes }: Side, servers: Record<string, number>): () => ByProcess {
  const pids = { ...mapped(processes, ({ pid }) => pid), ...servers }
  const before = cpuMsByName(pids)
  return () => mapped(cpuMsByName(pids), (ms, name) => ms - (before[name] ?? 0))
}

const mapped = <Value>(values: Record<string, Value>, of: (value: Value, name: string) => number): ByProcess =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of(value, name)]))

export const totalOf = (byProcess: ByProcess): number => Object.values(byProcess).reduce((sum, ms) => sum + ms, 0)

/** The medians of several turns, the largest first: `jobs 12.1, mongo 8.0`. */
export function listed(turns: ByProcess[]): string {
  const names = Object.keys(turns[0] ?? {})
  return names
    .map((name) => ({ name, ms: medianOf(turns.map((turn) => turn[name] ?? 0)) }))
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ name, ms }) => `${name} ${(Math.round(ms * 10) / 10 || 0).toFixed(1)}`)
    .join(', ')
}
