import { Command } from 'commander'
import { findCopiedStores, findStores } from './backup/stores.ts'
import { addAccountCommands } from './commands/account.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addBillingCommands } from './commands/billing.ts'
import { addCallsCommands } from './commands/calls.ts'
import { addConcurrencyCommands } from './commands/concurrency.ts'
import { addDeadLetterCommands } from './commands/dead-letters.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addIncidentCommands } from './commands/incident.ts'
import { addJobCommands } from './commands/job.ts'
import { addKeyCommands } from './commands/key.ts'
import { addMailCommands } from './commands/mail.ts'
import { addPlanCommands } from './commands/plan.ts'
import { addRateCommands } from './commands/rate.ts'
import { addStatusCommand } from './commands/status.ts'
import { addStripeCommands } from './commands/stripe.ts'
import { addUserCommands } from './commands/user.ts'
import { addVendorCommands } from './commands/vendor.ts'
import { withDotEnv } from './data-dir.ts'
import { help } from './help.ts'
import { findPlatform } from './platform.ts'
import { usageSentence } from './usage-sentence.ts'

export type Output = { writeOut(text: string): void; writeErr(text: string): void }

/** The commands of `npm run operator`, a file of `commands/` for each group. */
export function createProgram(dataDir: string, env: NodeJS.ProcessEnv, output?: Output): Command {
  const platform = () => findPlatform(dataDir, env)
  const program = new Command('operator')
    .exitOverride()
    .showHelpAfterError()
    .showSuggestionAfterError(false)
    .configureHelp(help)
    .configureOutput({ ...output, outputError: (text, write) => write(usageSentence(text)) })
    .addHelpText(
      'after',
      '\nIt commands the platform that npm start runs on this machine (UTTER_DATA, by default .local), or the one at\n' +
        "ACCOUNT_URL, JOBS_URL, BILLING_URL, SPEECH_URL and KAFKA_BROKERS, with the operator's IDENTITY_KEY.",
    )
  addAccountCommands(program, platform)
  addPlanCommands(program, platform)
  addRateCommands(program, platform)
  addConcurrencyCommands(program, platform)
  addCallsCommands(program, platform)
  addUserCommands(program, platform)
  addKeyCommands(program, platform)
  addStripeCommands(program, platform)
  addBillingCommands(program, platform)
  addVendorCommands(program, platform)
  addJobCommands(program, platform, env)
  addIncidentCommands(program, platform)
  addMailCommands(program, platform, env.ACCOUNT_URL ? undefined : dataDir, withDotEnv(env))
  addDeadLetterCommands(program, platform)
  const stores = { all: () => findStores(dataDir, env), copied: () => findCopiedStores(dataDir, env) }
  addBackupCommands(program, stores, env.ACCOUNT_URL ? undefined : dataDir, env)
  addDemoCommand(program, platform)
  addStatusCommand(program, platform)
  addDoctorCommand(program, dataDir, env)
  return program
}
