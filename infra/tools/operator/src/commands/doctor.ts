import { chmod, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { allRows, asJson, backupsFolder, reportFile } from '../arguments.ts'
import { withDotEnv } from '../data-dir.ts'
import { checks } from '../doctor/checks.ts'
import { type Examined, findExamined } from '../doctor/examined.ts'
import { createRedact } from '../doctor/redact.ts'
import { render } from '../doctor/render.ts'
import { reportOf } from '../doctor/report.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { UsageError } from '../usage-sentence.ts'

type Options = { json?: boolean; report?: string; all?: boolean; backups?: string }

export function addDoctorCommand(program: Command, dataDir: string, env: NodeJS.ProcessEnv): void {
  program
    .command('doctor')
    .summary('everything the platform stands on: what is wrong, and what mends it')
    .description(
      'Looks at the stores, topics, indexes, clocks, disks, secrets, vendors, processes and at what waits, all at once, each for some seconds; changes nothing. Prints ' +
        'what failed, then warnings, each with what mends it, and all else in a line for each group. The exit code is 1 when something failed; it is 0 with warnings ' +
        'alone. A report has no secret, no text and no mail address.',
    )
    .addOption(asJson)
    .addOption(allRows)
    .addOption(reportFile)
    .addOption(backupsFolder)
    .action(async (options: Options) => {
      const { backups } = options
      const found = await findExamined(dataDir, env).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        throw new UsageError('No platform runs on this data folder: start one with npm start.')
      })
      const examined: Examined = { ...found, ...(backups !== undefined && { backupsDir: backups }) }
      const rows = await runChecks(checks, examined, { redact: redactFor(examined, env) })
      const text = JSON.stringify(reportOf(rows, examined.now()), null, 2)
      if (options.report !== undefined) await writeReport(options.report, text)
      console.log(options.json ? text : render(rows, options.all ?? false))
      if (rows.some(({ status }) => status === 'failed')) process.exitCode = 1
    })
}

const redactFor = ({ settings, secrets }: Examined, env: NodeJS.ProcessEnv) =>
  createRedact({
    ...withDotEnv(env),
    ...settings,
    ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`${name}_KEY`, value])),
  })

/** Readable by its owner alone, also where the file was there before. */
async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, `${text}\n`, { mode: 0o600 })
    await chmod(file, 0o600)
  } catch (error) {
    throw new UsageError(
      `The report cannot be written into ${dirname(file)}: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
}
