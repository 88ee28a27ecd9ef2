import { chmod, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { allRows, asJson, backupsFolder, reportFile, servedAt } from '../arguments.ts'
import { withDotEnv } from '../data-dir.ts'
import { checks } from '../doctor/checks.ts'
import { type Examined, findExamined } from '../doctor/examined.ts'
import { createRedact } from '../doctor/redact.ts'
import { render } from '../doctor/render.ts'
import { type DoctorReport, reportOf } from '../doctor/report.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { serveDoctor } from '../doctor/serve.ts'
import { type Place, untilStopped } from '../private-server.ts'
import { UsageError } from '../usage-sentence.ts'

type Options = {
  json?: boolean
  report?: string
  all?: boolean
  backups?: string
  serve?: Place
}

export function addDoctorCommand(program: Command, dataDir: string, env: NodeJS.ProcessEnv): void {
  program
    .command('doctor')
    .summary('everything the platform stands on: what is wrong, and what mends it')
    .description(
      'Looks at the stores, topics, indexes, clocks, disks, secrets, vendors, processes and at what waits, all at once, each for some seconds; changes nothing. Prints ' +
        'what failed, then warnings, each with what mends it, and all else in a line for each group. The exit code is 1 when something failed; it is 0 with warnings ' +
        'alone. A report has no secret, no text and no mail address. With --serve it goes on, and answers GET /internal/doctor with the report, which is made anew when ' +
        'somebody asks after 15 seconds.',
    )
    .addOption(asJson)
    .addOption(allRows)
    .addOption(reportFile)
    .addOption(backupsFolder)
    .addOption(servedAt)
    .action(async (options: Options) => {
      const examine = () => reportOn(dataDir, env, options.backups)
      if (options.serve) return serveUntilStopped(examine, options.serve)
      const report = await examine()
      const text = JSON.stringify(report, null, 2)
      if (options.report !== undefined) await writeReport(options.report, text)
      console.log(options.json ? text : render(report.rows, options.all ?? false))
      if (report.rows.some(({ status }) => status === 'failed')) process.exitCode = 1
    })
}

/** Makes every check, on connections of its own: those of a store that was away before tell nothing. */
async function reportOn(dataDir: string, env: NodeJS.ProcessEnv, backupsDir?: string): Promise<DoctorReport> {
  const found = await findExamined(dataDir, env).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UsageError('No platform runs on this data folder: start one with npm start.')
  })
  const examined: Examined = { ...found, ...(backupsDir !== undefined && { backupsDir }) }
  try {
    const rows = await runChecks(checks, examined, { redact: redactFor(examined, env) })
    return reportOf(rows, examined.now())
  } finally {
    // A store that hangs is not waited for.
    void examined.stores[Symbol.asyncDispose]().catch(() => {})
  }
}

async function serveUntilStopped(examine: () => Promise<DoctorReport>, at: Place) {
  // A platform that cannot be found is an error of the command, and not of each request.
  await examine()
  await using server = await serveDoctor(examine, at)
  console.log(`${server.url}/internal/doctor`)
  await untilStopped()
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
