import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { findMutants } from '../mutants/find-mutants.ts'
import { isListed, readSurvivors } from '../mutants/survivors.ts'

/** The list of survivors may only shrink: a new mutant that survives needs a test. */
const maxSurvivors = 78

const survivors = readSurvivors()

test('each listed survivor is a mutant of its file as it is', () => {
  const gone = survivors.filter((one) => {
    const path = join(repoDir, one.file)
    return (
      !existsSync(path) || !findMutants(readFileSync(path, 'utf8'), one.file).some((mutant) => isListed([one], mutant))
    )
  })
  expect(gone).toEqual([])
})

test('each has the reason why no test notices it, and stands once', () => {
  expect(survivors.filter(({ reason }) => !/^[A-Z].{15,}\.$/.test(reason))).toEqual([])
  const keys = survivors.map(({ file, before, after }) => `${file} ${before} ${after}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('the list is no longer than it was', () => {
  expect(survivors.length).toBeLessThanOrEqual(maxSurvivors)
})
