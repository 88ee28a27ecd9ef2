import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repoDir } from '@utter/local/settings'
import { readBaseline } from './baseline.ts'
import { findMutants } from './find-mutants.ts'
import type { Mutant } from './mutant.ts'
import { filesOf, type Part, parts } from './parts.ts'
import { shown, table } from './report.ts'
import { openResults } from './results.ts'
import { openSession } from './session.ts'
import { outdated, readSurvivors, type Tried, unlisted } from './survivors.ts'
import { keyOf, tryMutants } from './try-mutants.ts'

const help = `Mutation testing: each condition, guard and operator of the rules and stores is falsified once, and a test has to fail.

  npm run test:mutants                              everything
  npm run test:mutants -- billing                   one part: ${parts.map(({ name }) => name).join(', ')}
  npm run test:mutants -- services/jobs/src/store   sources under a path

  --tests services/jobs/test/rules                  with these tests alone: quick, and what survives them is tried again

  --list     print the mutants, and try none
  --again    try everything again, whatever earlier runs have found
  --help

Outcomes are kept in the cache folder: an interrupted run goes on, and only what has changed is tried again. A survivor
is killed by a test, or listed with its reason in infra/tools/testing/mutants/survivors.json.
`

const options = {
  tests: { type: 'string' },
  help: { type: 'boolean' },
  list: { type: 'boolean' },
  again: { type: 'boolean' },
} as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const isWanted = (part: Part, file: string) =>
  positionals.length === 0 || positionals.some((one) => part.name === one || file.startsWith(one))
const isTest = (file: string) => file.startsWith(values.tests ?? '')
const mutantsOf = (file: string) => findMutants(readFileSync(join(repoDir, file), 'utf8'), file)
const [everyMs, isTerminal] = [20_000, process.stdout.isTTY]
let printedMs = 0
/** A line that the next one replaces; where nobody looks on, one now and then. */
function print(text: string): void {
  if (isTerminal) process.stdout.write(`\r\x1b[K${text}`)
  else if (Date.now() - printedMs > everyMs) {
    printedMs = Date.now()
    console.log(text)
  }
}

/** @returns each wanted mutant of the part with its outcome, of this run or an earlier one */
async function tryPart(part: Part): Promise<Tried[]> {
  const byFile = new Map(part.sources.flatMap(filesOf).map((file) => [file, mutantsOf(file)]))
  const wanted = [...byFile.values()].flat().filter(({ file }) => isWanted(part, file))
  const results = openResults(part)
  const open = wanted.filter((mutant) => values.again || !results.find(keyOf(mutant), mutant.file))
  if (open.length > 0) {
    const startedMs = Date.now()
    await using session = await openSession({
      project: part.project,
      include: [`${part.tests}/**/*.test.{ts,tsx}`],
      mutants: byFile,
    })
    const baseline = await readBaseline(session, part, isTest, (text) => print(`${part.name}: ${text}`))
    for (const { file, message } of baseline.leftOut)
      console.log(`\n${file} is left out, since it fails without a mutant: ${message}`)
    console.log(
      `${part.name}: ${open.length} mutants, ${baseline.tests.length} test files in ${Math.round((Date.now() - startedMs) / 1_000)} s`,
    )
    const beganMs = Date.now()
    let count = 0
    await tryMutants(session, baseline, open, (mutant, outcome) => {
      results.set(keyOf(mutant), mutant.file, outcome)
      results.save(values.tests === undefined ? () => true : ({ isKilled }) => isKilled)
      count++
      const perMinute = Math.round((60_000 * count) / (Date.now() - beganMs))
      print(`${part.name}: ${count} of ${open.length}, ${perMinute} a minute`)
      if (count === open.length) console.log(`${part.name}: ${count} tried, ${perMinute} a minute`)
    })
  }
  return wanted.map((mutant) => ({ mutant, isKilled: results.find(keyOf(mutant), mutant.file)?.isKilled ?? false }))
}

async function main(): Promise<number> {
  const wanted = parts.filter((part) =>
    part.sources.some((folder) => filesOf(folder).some((file) => isWanted(part, file))),
  )
  if (values.help || wanted.length === 0) {
    console.log(help)
    return values.help ? 0 : 1
  }
  if (values.list) {
    const listed: Mutant[] = wanted.flatMap((part) =>
      part.sources
        .flatMap(filesOf)
        .filter((file) => isWanted(part, file))
        .flatMap(mutantsOf),
    )
    console.log(listed.map(shown).join('\n'))
    return 0
  }
  const byFolder = new Map<string, Tried[]>()
  for (const part of wanted) {
    const tried = await tryPart(part)
    for (const folder of part.sources) {
      const of = tried.filter(({ mutant }) => mutant.file.startsWith(`${folder}/`))
      if (of.length > 0) byFolder.set(folder, of)
    }
  }
  const list = readSurvivors()
  const all = [...byFolder.values()].flat()
  const [strangers, old] = [unlisted(list, all), outdated(list, all)]
  for (const mutant of strangers) console.log(`survived: ${shown(mutant)}`)
  for (const { file, before, after } of old)
    console.log(`take it out of survivors.json: ${file}\n  - ${before}\n  + ${after}`)
  console.log(`\n${table(list, byFolder)}`)
  return strangers.length + old.length > 0 ? 1 : 0
}

process.exitCode = await main()
