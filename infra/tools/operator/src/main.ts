import { readSettings } from '@utter/local/settings'
import { runCommand } from './run-command.ts'

// A reader that takes the beginning alone, as `head` does, closes the pipe: that is no fault.
process.stdout.on('error', () => process.exit(0))

process.exit(await runCommand(process.argv.slice(2), readSettings(process.env).dataDir, process.env))
