import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type Child = ChildProcessByStdio<null, Readable, Readable>
export type Command = [string, ...string[]]

type GroupOptions = {
  cwd?: string | undefined
  env: Record<string, string>
  onLine: (line: string, from: 'stdout' | 'stderr') => void
  /** A tool is of no use without this process and is killed with it; a server keeps data and is asked to close it. */
  kind: 'tool' | 'server'
}

const living = new Map<Child, GroupOptions['kind']>()
let toolsEnded = false
let canDieWithParent: boolean | undefined

/**
 * Starts a program as the head of a process group, so that a Ctrl-C meant for us does not reach it and its own children can be
 * ended with it. On Linux (util-linux) it ends even when this process is killed with -9; elsewhere the next start finds it by run.json.
 */
export function spawnGroup(command: Command, { cwd, env, onLine, kind }: GroupOptions): Child {
  if (kind === 'tool' && toolsEnded) throw new Error(`${command[0]} was not started, since the start was broken off`)
  canDieWithParent ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0
  const [program, ...args] = canDieWithParent
    ? (['setpriv', '--pdeathsig', kind === 'tool' ? 'KILL' : 'TERM', ...command] as Command)
    : command
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  for (const from of ['stdout', 'stderr'] as const) {
    createInterface({ input: child[from] }).on('line', (line) => onLine(line, from))
  }
  if (living.size === 0) process.once('exit', signalAll)
  living.set(child, kind)
  child.once('exit', () => {
    living.delete(child)
    if (living.size === 0) process.off('exit', signalAll)
  })
  return child
}

export const hasEnded = (child: Child): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/** Asks a group to end, and after a bound ends it with all that it started. */
export async function endGroup(child: Child, withinMs: number): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return
  const { pid } = child
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), withinMs)
  signalGroup(pid, 'SIGTERM')
  await ended
  clearTimeout(timer)
  signalGroup(pid, 'SIGKILL') // The children that it has not ended.
}

/** Ends the tools of a start that is broken off, and refuses to start others. */
export async function endTools(withinMs: number): Promise<void> {
  toolsEnded = true
  const tools = [...living].filter(([, kind]) => kind === 'tool')
  await Promise.all(tools.map(([child]) => endGroup(child, withinMs)))
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It was gone already.
  }
}

function signalAll() {
  for (const { pid } of living.keys()) if (pid !== undefined) signalGroup(pid, 'SIGTERM')
}
