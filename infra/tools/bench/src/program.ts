import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '@utter/local/start-error'
import { signalGroup } from '@utter/local/supervision/process-group'
import type { BenchContext } from './bench-context.ts'

export type Program = {
  pid: number
  stop(): Promise<void>
  /** Takes no processor time until it is resumed; its connections stay open. */
  pause(): void
  resume(): void
}
export type ProgramSpec = {
  name: string
  command: [string, ...string[]]
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>
  /** Repeated until it is true. */
  ready(): Promise<boolean>
  readyTimeoutMs?: number
  /** Time between the signal that asks it to end and the one that ends it. */
  stopWithinMs?: number
}

let canDieWithUs: boolean | undefined

/**
 * Starts a program that is measured and waits until it is ready. Its output goes to a file of its own: read by us, each
 * line would cost the load generator time. It is killed with this process, even while it is paused (Linux).
 */
export async function startProgram(
  context: BenchContext,
  { name, command, env, ready, readyTimeoutMs = 60_000, stopWithinMs = 8_000 }: ProgramSpec,
): Promise<Program> {
  canDieWithUs ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0
  const [program, ...args] = canDieWithUs ? ['setpriv', '--pdeathsig', 'KILL', ...command] : command
  mkdirSync(join(context.dataDir, 'logs'), { recursive: true })
  const logFile = join(context.dataDir, 'logs', `${name}.log`)
  const log = openSync(logFile, 'a')
  const child = spawn(program ?? '', args, { env, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  child.on('error', () => {})
  const stop = once(() => end(child, stopWithinMs))
  context.closing.defer(stop)
  const deadlineMs = Date.now() + readyTimeoutMs
  while (!(await ready().catch(() => false))) {
    if (hasEnded(child)) throw new StartError(`${name} ended while starting; keep its log with UTTER_KEEP_DATA=1.`)
    if (Date.now() > deadlineMs) throw new StartError(`${name} was not ready after ${readyTimeoutMs / 1000} s.`)
    await sleep(25)
  }
  const { pid = 0 } = child
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    if (!hasEnded(child)) signalGroup(pid, name)
  }
  return { pid, stop, pause: () => signal('SIGSTOP'), resume: () => signal('SIGCONT') }
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, withinMs: number): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  signalGroup(child.pid ?? 0, 'SIGCONT') // Paused, it would not see the other.
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await ended
  clearTimeout(timer)
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= act()
    return done
  }
}

/** Whether an address answers with success. */
export const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
