import { StartError, wordsOf } from '@utter/local/start-error'
import { forRow, openGround } from './ground.ts'
import { helpOf } from './help.ts'
import { readMachine } from './machine.ts'
import { readOptions } from './options.ts'
import { openReport } from './report.ts'
import type { Outcome } from './row.ts'
import { gateway } from './rows/gateway.ts'
import { history } from './rows/history.ts'
import { overload } from './rows/overload.ts'
import { road } from './rows/road.ts'
import { sse } from './rows/sse.ts'
import { submission } from './rows/submission.ts'
import { sweeps } from './rows/sweeps.ts'
import { workers } from './rows/workers.ts'

// `npm run bench`: the rows one after the other, a table as each is done, everything that was started stopped at the end.
const rows = [gateway, submission, overload, road, workers, sweeps, sse, history]
const closing = new AsyncDisposableStack()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A Ctrl-C comes more than once, from the terminal and from the npm between; each but the first is known already.
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await closing.disposeAsync()
    process.exit(130)
  })
}

try {
  const options = readOptions(
    process.argv.slice(2),
    rows.map(({ name }) => name),
  )
  if (options.help) console.log(helpOf(rows))
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
  const ground = await openGround(options, machine, closing)
  const report = openReport(machine, options)
  for (const { name, what, run } of rows.filter((row) => options.names.includes(row.name))) {
    if (stopping) break
    ground.report(`${name}: ${what}`)
    const missed = ground.missing.length
    await using rowGround = await forRow(ground, name)
    const outcome = await run(rowGround).catch((error: unknown): Outcome => {
      ground.missing.push(`${wordsOf(error)}.`)
      if (!(error instanceof StartError)) console.error(error)
      return { figures: [], notes: [] }
    })
    const notes = [...outcome.notes, ...ground.missing.slice(missed).map((words) => `Missing: ${words}`)]
    if (!stopping) await report.tell({ name, what, figures: outcome.figures, notes })
  }
  report.end()
  return ground.missing.length > 0 ? 1 : 0
}
