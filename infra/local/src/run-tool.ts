import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { aliveWithUs, endGroup, signalGroup } from './process-group.ts'
import { wordsOf } from './start-error.ts'

export type ToolOptions = { cwd?: string; env?: Record<string, string | undefined>; onLine?: (line: string) => void; timeoutMs?: number }

/** Runs a program to its end and gives its output. Rejects with its last words when it fails; it never outlives this process. */
export async function runTool(command: string, args: string[], { cwd, env, onLine, timeoutMs = 900_000 }: ToolOptions = {}): Promise<string> {
  const [program, ...rest] = aliveWithUs([command, ...args], 'KILL')
  const child = spawn(program, rest, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      onLine?.(line)
    })
  }
  const timer = setTimeout(() => void endGroup(child, 2000), timeoutMs)
  const gone = () => void (child.pid && signalGroup(child.pid, 'SIGKILL'))
  process.once('exit', gone)
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (code === 0) return lines.join('\n')
    const last = lines.filter((line) => /error|fail|unable|cannot|E:/i.test(line)).at(0) ?? lines.at(-1) ?? `exit code ${code}`
    throw new Error(`${command} failed: ${wordsOf(last)}`)
  } finally {
    clearTimeout(timer)
    process.off('exit', gone)
  }
}
