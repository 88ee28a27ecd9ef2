import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { StartError, wordsOf } from '@utter/local/start-error'
import { verdictOf } from './figure.ts'
import { forRow, openGround } from './ground.ts'
import { helpOf } from './help.ts'
import { machineLines, readMachine } from './machine.ts'
import { readOptions } from './options.ts'
import type { Outcome } from './row.ts'
import { gateway } from './rows/gateway.ts'
import { history } from './rows/history.ts'
import { road } from './rows/road.ts'
import { sse } from './rows/sse.ts'
import { submission } from './rows/submission.ts'
import { workers } from './rows/workers.ts'
import { tableOf } from './table.ts'

// `npm run bench`: the rows one after the other, a table as each is done, everything that was started stopped at the end.
const rows = [gateway, submission, road, workers, sse, history]
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
  const outcomes: (Outcome & { name: string; what: string })[] = []
  for (const { name, what, run } of rows.filter((row) => options.names.includes(row.name))) {
    if (stopping) break
    ground.say(`${name}: ${what}`)
    const missed = ground.missing.length
    await using rowGround = await forRow(ground, name)
    const outcome = await run(rowGround).catch((error: unknown): Outcome => {
      ground.missing.push(`${wordsOf(error)}.`)
      if (!(error instanceof StartError)) console.error(error)
      return { figures: [], notes: [] }
    })
    const notes = [...outcome.notes, ...ground.missing.slice(missed).map((words) => `Missing: ${words}`)]
    outcomes.push({ name, what, figures: outcome.figures, notes })
  }
  console.log(`\n${machineLines(machine)}`)
  if (options.quick) console.log('A quick run: it shows that the rows work, not how fast anything is.')
  for (const { name, what, figures, notes } of outcomes) {
    console.log(`\n${name}: ${what}`)
    if (figures.length > 0) console.log(tableOf(figures))
    for (const note of notes) console.log(`  ${note}`)
  }
  const file = options.json ?? join(repoDir, 'infra/bench/results', `${machine.at.replaceAll(':', '-')}.json`)
  await mkdir(dirname(file), { recursive: true })
  const figuresOf = ({ figures, ...rest }: (typeof outcomes)[number]) => ({
    ...rest,
    figures: figures.map((figure) => ({ ...figure, ...verdictOf(figure) })),
  })
  await writeFile(file, `${JSON.stringify({ machine, options, rows: outcomes.map(figuresOf) }, null, 2)}\n`)
  console.log(`\nThe figures are in ${relative(process.cwd(), file)}.`)
  return ground.missing.length > 0 ? 1 : 0
}
