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
    kill((await processesOf())[name]?.pid, 'SIGKILL')
    await pause(200)
  }
}

/** Kills processes and stops what is started in their place, before it has done anything, until the end of the block; then waits until all are ready. */
export async function keepAllAway(names: string[]): Promise<AsyncDisposable> {
  const end = new AbortController()
  const pidsOf = async () => {
    const present = await processesOf()
    return names.flatMap((name) => present[name]?.pid ?? [])
  }
  for (const pid of await pidsOf()) kill(pid, 'SIGKILL')
  const stopped = new Set<number>()
  const stopping = (async () => {
    while (!end.signal.aborted) {
      for (const pid of await pidsOf()) if (!stopped.has(pid) && kill(pid, 'SIGSTOP')) stopped.add(pid)
      await pause(50)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      end.abort()
      await stopping
      for (const pid of stopped) kill(pid, 'SIGKILL')
      const areReady = async () => {
        const present = await processesOf()
        const answers = await Promise.all(names.map((name) => fetch(`${present[name]?.privateUrl}/health/ready`)))
        return answers.every(({ ok }) => ok)
      }
      await eventually('all of them are ready', areReady, 120_000)
    },
  }
}

/** @returns false when it was gone, and the record does not know yet */
function kill(pid: number | undefined, signal: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(pid, signal)
  } catch {
    return false
  }
}
