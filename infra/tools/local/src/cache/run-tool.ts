import { messageOf } from '../start-error.ts'
import { endGroup, spawnGroup } from '../supervision/process-group.ts'

export type ToolOptions = {
  cwd?: string
  /** Variables added to those of this process. */
  env?: NodeJS.ProcessEnv
  onLine?: (line: string) => void
  timeoutMs?: number
}

/** Runs a program to its end and returns its output. Rejects with its first line of error when it fails; it never outlives this process. */
export async function runTool(
  command: string,
  args: string[],
  { cwd, env, onLine, timeoutMs = 900_000 }: ToolOptions = {},
): Promise<string> {
  const lines: string[] = []
  const child = spawnGroup([command, ...args], {
    cwd,
    env: definedOnly({ ...process.env, ...env }),
    kind: 'tool',
    onLine: (line) => {
      lines.push(line)
      onLine?.(line)
    },
  })
  const timer = setTimeout(() => void endGroup(child, 2000), timeoutMs)
  try {
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    )
    if (code === 0) return lines.join('\n')
    const complaint = lines.find((line) => /error|fail|unable|cannot|E:/i.test(line)) ?? lines.at(-1)
    throw new Error(
      `${command} failed: ${complaint === undefined ? (child.signalCode ?? `exit code ${code}`) : messageOf(complaint)}`,
    )
  } finally {
    clearTimeout(timer)
  }
}

const definedOnly = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
