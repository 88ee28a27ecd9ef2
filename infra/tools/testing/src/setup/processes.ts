import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import { processesOf } from './operator.ts'

/** The pid of a process of the platform under test: `jobs`, `kafka`, …. */
export async function pidOf(name: string): Promise<number> {
  const found = (await processesOf())[name]
  if (!found) throw new Error(`${name} does not run here`)
  return found.pid
}

/** Ends a process, by kill -9 by default; resolves when the supervisor has another of that name that answers. */
export async function killAndAwait(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const before = await pidOf(name)
  process.kill(before, signal)
  await eventually(
    `${name} is started again`,
    async () => {
      const present = (await processesOf())[name]
      if (!present || present.pid === before) return false
      return !present.privateUrl || (await fetch(`${present.privateUrl}/health/ready`)).ok
    },
    90_000,
  )
}

/** `over` ends once the process goes on; so does the end of its block, since a test that fails must not leave it standing still. */
export type Frozen = AsyncDisposable & { over: Promise<void> }

/** The process stands still for a while, as a machine does that swaps, and goes on as if no time had passed. */
export function freeze(name: string, ms: number): Frozen {
  const over = standStill(name, ms)
  return { over, [Symbol.asyncDispose]: () => over }
}

async function standStill(name: string, ms: number): Promise<void> {
  const pid = await pidOf(name)
  process.kill(pid, 'SIGSTOP')
  try {
    await pause(ms)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Kills a process as often as it is started again, until the time is over; it is unavailable a little longer, until it is ready. */
export async function keepAway(name: string, ms: number): Promise<void> {
  const untilMs = Date.now() + ms
  while (Date.now() < untilMs) {
    const pid = (await processesOf())[name]?.pid
    try {
      if (pid) process.kill(pid, 'SIGKILL')
    } catch {
      // It was gone, and the record does not know yet.
    }
    await pause(200)
  }
}
