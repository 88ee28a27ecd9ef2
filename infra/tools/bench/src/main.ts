import { messageOf, StartError } from '@utter/local/start-error'
import { createBenchContext, forRow } from './bench-context.ts'
import { writeTable } from './figures/write-table.ts'
import { helpOf } from './help.ts'
import { readMachine } from './measure/machine.ts'
import { readOptions } from './options.ts'
import { createReport } from './report.ts'
import type { Outcome, Row } from './row.ts'
import { book } from './rows/book.ts'
import { firstSound } from './rows/first-sound.ts'
import { gateway } from './rows/gateway.ts'
import { history } from './rows/history.ts'
import { idle } from './rows/idle.ts'
import { job } from './rows/job.ts'
import { screens } from './rows/screens.ts'
import { sse } from './rows/sse.ts'
import { submission } from './rows/submission.ts'
import { sweeps } from './rows/sweeps.ts'
import { voice } from './rows/voice.ts'
import { workers } from './rows/workers.ts'

// `npm run bench`: the rows one after the other, a table as each is done, everything that was started stopped at the end.
const rows: Row[] = [gateway, submission, job, idle, workers, sse, voice, book, firstSound, sweeps, screens, history]
const closing = new AsyncDisposableStack()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A Ctrl-C arrives more than once, from the terminal and from the npm in between; only the first counts.
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await closing.disposeAsync()
    process.exit(130)
  })
}

try {
  const options = readOptions(process.argv.slice(2), rows)
  if (options.help) console.log(helpOf(rows))
  else if (options.table)
    await writeTable(
      options.table,
      rows.map(({ name }) => name),
    )
  else process.exitCode = await measure(options)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
if (!stopping) {
  await closing.disposeAsync()
  process.exit()
}

async function measure(options: ReturnType<typeof readOptions>): Promise<number> {
  if (process.platform !== 'linux') throw new StartError('The bench reads /proc, so it runs on Linux only.')
  const machine = await readMachine()
  const context = await createBenchContext(options, machine, closing)
  const report = await createReport(machine, options)
  for (const { name, what, run } of rows.filter((row) => options.names.includes(row.name))) {
    if (stopping) break
    context.report(`${name}: ${what}`)
    const [missed, startMs] = [context.missing.length, performance.now()]
    await using rowContext = await forRow(context, name)
    const outcome = await run(rowContext).catch((error: unknown): Outcome => {
      context.missing.push(`${messageOf(error)}.`)
      if (!(error instanceof StartError)) console.error(error)
      return { figures: [], notes: [] }
    })
    context.report(`${name} took ${Math.round((performance.now() - startMs) / 1_000)} s`)
    const notes = [...outcome.notes, ...context.missing.slice(missed).map((words) => `Missing: ${words}`)]
    if (!stopping) await report.add({ name, what, figures: outcome.figures, notes })
  }
  report.end()
  return context.missing.length > 0 ? 1 : 0
}
