import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings, repoDir } from '@utter/local/settings'
import { filesOf, type Part } from './parts.ts'

/** `by`: the test file that failed. `unused`: no test came by. */
export type Outcome = { isKilled: boolean; by?: string; message?: string; unused?: boolean }
type Kept = Outcome & { source: string; tests: string }

export const cacheFolder = (): string => join(readSettings(process.env).cacheDir, 'mutants')

export const hashOf = (files: string[]): string => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(repoDir, file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * The outcomes of earlier runs, in the cache folder. A mutant is tried again when its source has changed, when the test file that killed it has,
 * and where it survived when any file of the tests has.
 */
export function openResults({ name, tests }: Part) {
  const folder = cacheFolder()
  const path = join(folder, `${name}.json`)
  const kept = new Map<string, Kept>(Object.entries(readJson(path)))
  const allTests = hashOf(filesOf(tests))
  const hashes = new Map<string, string>()
  const hash = (file: string): string => {
    const known = hashes.get(file) ?? hashOf([file])
    hashes.set(file, known)
    return known
  }
  const testsOf = ({ isKilled, by }: Outcome): string => (isKilled && by ? hash(by) : allTests)

  return {
    find(key: string, source: string): Outcome | undefined {
      const found = kept.get(key)
      return found?.source === hash(source) && isReadable(() => testsOf(found) === found.tests) ? found : undefined
    },
    set(key: string, source: string, outcome: Outcome): void {
      kept.set(key, { ...outcome, source: hash(source), tests: testsOf(outcome) })
    },
    /** @param isCertain whether an outcome is worth keeping */
    save(isCertain: (outcome: Outcome) => boolean): void {
      mkdirSync(folder, { recursive: true })
      writeFileSync(path, JSON.stringify(Object.fromEntries([...kept].filter(([, one]) => isCertain(one)))))
    },
  }
}
export type Results = ReturnType<typeof openResults>

function readJson(path: string): Record<string, Kept> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** A test file that is gone has changed. */
function isReadable(compare: () => boolean): boolean {
  try {
    return compare()
  } catch {
    return false
  }
}
