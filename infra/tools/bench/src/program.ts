import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '@utter/local/start-error'
import type { BenchContext } from './bench-context.ts'

export type Program = { pid: number; stop(): Promise<void> }
export type ProgramSpec = {
  name: string
  command: [string, ...string[]]
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>
  /** Repeated until it is true. */
  ready(): Promise<boolean>
}

const readyTimeoutMs = 60_000
const stopWithinMs = 8_000
let canDieWithUs: boolean | undefined

/**
 * Starts a program that is measured and waits until it is ready. Its output goes to a file of its own: read by us, each
 * line would cost the load generator time. It ends when this process ends, also by a signal (Linux).
 */
export async function startProgram(
  context: BenchContext,
  { name, command, env, ready }: ProgramSpec,
): Promise<Program> {
  canDieWithUs ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0
  const [program, ...args] = canDieWithUs ? ['setpriv', '--pdeathsig', 'TERM', ...command] : command
  mkdirSync(join(context.dataDir, 'logs'), { recursive: true })
  const logFile = join(context.dataDir, 'logs', `${name}.log`)
  const log = openSync(logFile, 'a')
  const child = spawn(program ?? '', args, { env, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  child.on('error', () => {})
  const stop = once(() => end(child))
  context.closing.defer(stop)
  const deadlineMs = Date.now() + readyTimeoutMs
  while (!(await ready().catch(() => false))) {
    if (hasEnded(child)) throw new StartError(`${name} ended while starting; keep its log with UTTER_KEEP_DATA=1.`)
    if (Date.now() > deadlineMs) throw new StartError(`${name} was not ready after ${readyTimeoutMs / 1000} s.`)
    await sleep(25)
  }
  return { pid: child.pid ?? 0, stop }
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
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
