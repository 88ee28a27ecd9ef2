import { dataDirOf } from './data-dir.ts'
import { runCommand } from './run-command.ts'

// A reader that takes the beginning alone, as `head` does, closes the pipe: that is no fault.
process.stdout.on('error', () => process.exit(0))

const code = await runCommand(process.argv.slice(2), dataDirOf(process.env), process.env)
// A command that has run may have set it already, for what it found.
if (code !== 0) process.exitCode = code
process.exit()
