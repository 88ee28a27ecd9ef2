import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import { replicasOf } from './known-replicas.ts'
import { processesOf } from './operator.ts'

/** The pid of a process of the platform under test: `jobs`, `kafka`, …; of its own one, where there are several. */
export async function pidOf(name: string): Promise<number> {
  const found = (await processesOf())[name]
  if (!found) throw new Error(`${name} does not run here`)
  return found.pid
}

/** Ends a process, by kill -9 by default; resolves when the supervisor has another of that name that answers. */
export async function killAndAwait(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const before = await pidOf(name)
  process.kill(before, signal)
  await eventually(`${name} is started again`, async () => {
    const present = (await processesOf())[name]
    if (!present || present.pid === before) return false
    return !present.privateUrl || (await fetch(`${present.privateUrl}/health/ready`)).ok
  })
}

/** Every process of this name: the platform's own one, and those that `UTTER_REPLICAS` adds. */
export async function allOf(name: string): Promise<{ pid: number; privateUrl?: string | undefined }[]> {
  const own = (await processesOf())[name]
  return [...(own ? [own] : []), ...(await replicasOf(name))]
}

/** `over` resolves once the process goes on; so does the end of its block: a failed test must not leave it frozen. */
export type Frozen = AsyncDisposable & { over: Promise<void> }

/** Stops all processes of the name for a while, as on a machine that swaps; they go on as if no time had passed. */
export function freeze(name: string, ms: number): Frozen {
  const over = (async () => {
    using _ = await halt([name])
    await pause(ms)
  })()
  return { over, [Symbol.asyncDispose]: () => over }
}

/** Stops all processes of these names until the end of the block. */
export async function halt(names: string[]): Promise<Disposable> {
  const pidsOf = async (name: string) => [await pidOf(name), ...(await replicasOf(name)).map(({ pid }) => pid)]
  const pids = (await Promise.all(names.map(pidsOf))).flat()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return {
    [Symbol.dispose]() {
      for (const pid of pids) kill(pid, 'SIGCONT')
    },
  }
}

/**
 * Ends a process as often as it is started again, by kill -9 by default, until the time is over; it is unavailable a little longer, until it is ready. Each is
 * sent the signal once.
 */
export async function keepAway(name: string, ms: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const untilMs = Date.now() + ms
  for (let last: number | undefined; Date.now() < untilMs; await pause(200)) {
    const pid = (await processesOf())[name]?.pid
    if (pid !== last) kill(pid, signal)
    last = pid
  }
}

/** Kills processes and stops what is started in their place, before it has done anything, until the end of the block; then waits until all are ready. */
export async function keepAllAway(names: string[]): Promise<AsyncDisposable> {
  const end = new AbortController()
  const present = async () => (await Promise.all(names.map(allOf))).flat()
  const pidsOf = async () => (await present()).map(({ pid }) => pid)
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
        const [own, all] = [await processesOf(), await present()]
        // A process between its death and its next start is in no record.
        if (names.some((name) => !own[name])) return false
        const answers = await Promise.all(all.map(({ privateUrl }) => fetch(`${privateUrl}/health/ready`)))
        return answers.every(({ ok }) => ok)
      }
      await eventually('all of them are ready', areReady)
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
