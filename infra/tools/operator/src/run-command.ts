import { CallRefused } from '@utter/http/call'
import { CommanderError } from 'commander'
import { createProgram, type Output } from './program.ts'

/** Runs a command line and returns its exit code. A fault that the user can mend is a sentence, without a stack. */
export async function runCommand(
  words: string[],
  dataDir: string,
  env: NodeJS.ProcessEnv,
  output?: Output,
): Promise<number> {
  const program = createProgram(dataDir, env, output)
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' })
    return 0
  } catch (error) {
    // commander has printed its sentence already.
    if (error instanceof CommanderError) return error.exitCode
    const print = output?.writeErr ?? ((text: string) => process.stderr.write(text))
    print(`${sentenceOf(error)}\n`)
    return 1
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof CallRefused) {
    if (error.clockAheadMs !== undefined)
      return `The service refused our token: it knows another key, or a clock is off (its is ${Math.round(error.clockAheadMs / 1_000)} s ahead of ours).`
    const body = /^\{/.test(error.body) ? (JSON.parse(error.body) as { error?: string }) : {}
    return body.error ?? `The service answered with ${error.status}.`
  }
  return error instanceof Error ? error.message : String(error)
}
