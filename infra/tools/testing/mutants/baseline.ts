import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesOf, type Part, testsOf } from './parts.ts'
import { cacheFolder, hashOf } from './results.ts'
import type { Session } from './session.ts'

/** A test file without a mutant: how long it takes, the mutants that it uses, and those that are evaluated while its modules load. */
export type TestFile = { file: string; ms: number; uses: string[]; loads: string[] }
type Kept = TestFile & { key: string }
export type Baseline = { tests: TestFile[]; leftOut: { file: string; message: string }[] }

export const baselineLimitMs = 180_000

/** The baseline of a part. The record of a test file is kept until the sources, the tests' support or the file change. */
export async function readBaseline(
  session: Session,
  part: Part,
  isWanted: (test: string) => boolean,
  print: (text: string) => void,
): Promise<Baseline> {
  const path = join(cacheFolder(), `${part.name}-baseline.json`)
  const files = testsOf(part)
  const support = filesOf(part.tests).filter((file) => !files.includes(file))
  const all = [...part.sources.flatMap(filesOf), ...support]
  const known = new Map(readKept(path).map((test) => [test.file, test]))
  const baseline: Baseline = { tests: [], leftOut: [] }
  const kept: Kept[] = [...known.values()].filter(({ file }) => !isWanted(file))
  const wanted = files.filter(isWanted)
  for (const [index, file] of wanted.entries()) {
    const key = hashOf([...all, file])
    const earlier = known.get(file)
    print(`tests without a mutant: ${index + 1} of ${wanted.length}`)
    const test = earlier?.key === key ? earlier : await tryFile(session, file)
    if ('message' in test) baseline.leftOut.push(test)
    else {
      baseline.tests.push(test)
      kept.push({ ...test, key })
    }
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(kept))
  return baseline
}

/** Runs a test file twice: one that cannot be repeated in a process would fail for each mutant. */
async function tryFile(session: Session, file: string): Promise<TestFile | { file: string; message: string }> {
  const first = await session.usesOf(file, baselineLimitMs)
  const second = first.run.isPassed ? await session.usesOf(file, baselineLimitMs) : first
  if (second.run.isPassed) {
    // The second time the process has the modules already: evaluated again is the test file, with all that it opens before its tests.
    const again = new Set([...second.uses.loading, ...second.uses.running])
    const loads = first.uses.loading.filter((key) => !second.uses.loading.includes(key))
    return { file, ms: second.run.ms, uses: [...again], loads }
  }
  await session.renew()
  return { file, message: second.run.failed?.message ?? '' }
}

function readKept(path: string): Kept[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}
