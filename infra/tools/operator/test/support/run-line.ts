import { join } from 'node:path'
import { vi } from 'vitest'
import { runCommand } from '../../src/run-command.ts'

/** A command line without a platform: its exit code, and the text of both streams. */
export async function runLine(line: string | string[], env: Record<string, string> = {}) {
  const printed = { out: '', err: '' }
  const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line
  const code = await runCommand(words, join(import.meta.dirname, 'no-such-data-folder'), env, {
    writeOut: (part) => {
      printed.out += part
    },
    writeErr: (part) => {
      printed.err += part
    },
  })
  return { code, ...printed }
}

/** The same with what the command itself prints, and the exit code that it sets for what it has found. */
export async function runFinding(line: string, env: Record<string, string>) {
  const printed = { out: '', err: '' }
  const log = vi.spyOn(console, 'log').mockImplementation((text) => {
    printed.out += `${text}\n`
  })
  const error = vi.spyOn(console, 'error').mockImplementation((text) => {
    printed.err += `${text}\n`
  })
  const before = process.exitCode
  process.exitCode = undefined
  try {
    const { code, out, err } = await runLine(line, env)
    return { code: code || (process.exitCode ?? 0), out: out + printed.out, err: err + printed.err }
  } finally {
    process.exitCode = before
    log.mockRestore()
    error.mockRestore()
  }
}
