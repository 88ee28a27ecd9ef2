import { spawnSync, type ChildProcess } from 'node:child_process'

let canDieWithParent: boolean | undefined

/**
 * The command, wrapped so that the kernel sends it a signal when this process dies, even by kill -9 (Linux, util-linux).
 * Elsewhere the command as it is: the next start then finds what was left by run.json.
 */
export function aliveWithUs(command: [string, ...string[]], signal: 'TERM' | 'KILL'): [string, ...string[]] {
  canDieWithParent ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0
  return canDieWithParent ? ['setpriv', '--pdeathsig', signal, ...command] : command
}

/** Asks a process (started `detached`, so that it leads a group) to end, and after a bound ends it with all that it started. */
export async function endGroup(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const { pid } = child
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), withinMs)
  signalGroup(pid, 'SIGTERM')
  await ended
  clearTimeout(timer)
  signalGroup(pid, 'SIGKILL') // What it had started and not ended itself.
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It was gone already.
  }
}
