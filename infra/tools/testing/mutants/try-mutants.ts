import { type Baseline, baselineLimitMs, type TestFile } from './baseline.ts'
import type { Mutant } from './mutant.ts'
import { nearestFirst } from './nearest-first.ts'
import type { Outcome } from './results.ts'
import type { Session } from './session.ts'

/** Test time that one mutant is worth, without what a busy machine adds. */
const maxTestsMs = 60_000
/** Kills after which the same tests are run without a mutant: a process that one of them has spoiled fails these too. */
const controlAfter = 30

export const keyOf = ({ file, id }: Mutant): string => `${file}#${id}`

/** Tries each mutant with the tests that use it. @param done called once for each, as soon as its outcome is certain */
export async function tryMutants(
  session: Session,
  baseline: Baseline,
  mutants: Mutant[],
  done: (mutant: Mutant, outcome: Outcome) => void,
): Promise<void> {
  const loaded = new Set(baseline.tests.flatMap(({ loads }) => loads))
  const nearest = nearestFirst()
  const tests = baseline.tests.map(({ uses, ...test }) => ({ ...test, uses: new Set(uses) }))
  let unconfirmed: { mutant: Mutant; outcome: Outcome }[] = []

  async function attempt(mutant: Mutant, isAlone: boolean): Promise<Outcome> {
    const isLoaded = loaded.has(keyOf(mutant))
    const files = within(
      nearest.sort(
        mutant.file,
        tests.filter(({ uses }) => isLoaded || uses.has(keyOf(mutant))),
      ),
    )
    if (files.length === 0) return { isKilled: false, unused: true }
    if (isLoaded || isAlone) await session.renew()
    const limitMs = 12_000 + 5 * files.reduce((sum, { ms }) => sum + ms, 0)
    const names = files.map(({ file }) => file)
    const slowestMs = Math.max(...files.map(({ ms }) => ms))
    const run = await session.run(keyOf(mutant), names, limitMs, 5 * slowestMs)
    if (isLoaded || isAlone || run.isLate) await session.renew()
    if (run.isPassed) return { isKilled: false }
    const by = run.failed?.file ?? ''
    nearest.killed(mutant.file, by)
    return {
      isKilled: true,
      by,
      message: run.isLate ? 'in no time' : (run.failed?.message ?? ''),
    }
  }

  /** Whether the process is as it was; else what failed since the last control is tried once more, each in a process of its own. */
  async function control(): Promise<void> {
    const files = [...new Set(unconfirmed.flatMap(({ outcome }) => outcome.by ?? []))]
    const isValid = files.length === 0 || (await session.run('', files, baselineLimitMs)).isPassed
    if (!isValid) await session.renew()
    for (const { mutant, outcome } of unconfirmed) done(mutant, isValid ? outcome : await attempt(mutant, true))
    unconfirmed = []
  }

  for (const mutant of mutants) {
    const outcome = await attempt(mutant, false)
    if (outcome.isKilled) unconfirmed.push({ mutant, outcome })
    else done(mutant, outcome)
    if (unconfirmed.length >= controlAfter) await control()
  }
  await control()
}

function within<Test extends Pick<TestFile, 'ms'>>(tests: Test[]): Test[] {
  let sum = 0
  return tests.filter(({ ms }, index) => {
    sum += ms
    return index === 0 || sum <= maxTestsMs
  })
}
