import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesOf, type Part, testsOf } from './parts.ts'
import { cacheFolder, hashOf } from './results.ts'
import type { Session } from './session.ts'

/** A test file that passes without a mutant, how long it takes, and the mutants that it uses. */
export type TestFile = { file: string; ms: number; uses: string[] }
/** `loaded`: mutants that are evaluated while modules load. */
export type Baseline = {
  key: string
  tests: TestFile[]
  loaded: string[]
  leftOut: { file: string; message: string }[]
}

export const baselineLimitMs = 180_000

/** The baseline of a part, of an earlier run where no source and no test has changed since. */
export async function readBaseline(session: Session, part: Part, print: (text: string) => void): Promise<Baseline> {
  const path = join(cacheFolder(), `${part.name}-baseline.json`)
  const key = hashOf([...part.sources, part.tests].flatMap(filesOf))
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Baseline
    if (kept.key === key) return kept
  } catch {
    // There is none yet.
  }
  const baseline = await takeBaseline(session, testsOf(part), key, print)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(baseline))
  return baseline
}

/** Runs each test file twice without a mutant: one that cannot be repeated in a process would fail for each mutant. */
async function takeBaseline(
  session: Session,
  files: string[],
  key: string,
  print: (text: string) => void,
): Promise<Baseline> {
  const baseline: Baseline = { key, tests: [], loaded: [], leftOut: [] }
  const loaded = new Set<string>()
  for (const [index, file] of files.entries()) {
    print(`tests without a mutant: ${index + 1} of ${files.length}`)
    const first = await session.usesOf(file, baselineLimitMs)
    const second = first.run.isPassed ? await session.usesOf(file, baselineLimitMs) : first
    for (const one of first.uses.loading) loaded.add(one)
    if (second.run.isPassed)
      baseline.tests.push({
        file,
        ms: second.run.ms,
        uses: [...new Set([...first.uses.running, ...second.uses.running])],
      })
    else {
      baseline.leftOut.push({ file, message: second.run.failed?.message ?? '' })
      await session.renew()
    }
  }
  // The quickest first: most mutants need no more.
  baseline.tests.sort((a, b) => a.ms - b.ms)
  return { ...baseline, loaded: [...loaded] }
}
