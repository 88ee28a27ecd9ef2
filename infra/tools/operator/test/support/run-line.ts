import { join } from 'node:path'
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
