import { readFileSync } from 'node:fs'
import type { Mutant } from './mutant.ts'

/** A mutant that no test notices, and why that is right: it changes nothing, or a test of it is not worth its lines. */
export type Survivor = { file: string; before: string; after: string; reason: string }

export const survivorsFile = new URL('survivors.json', import.meta.url)
export const readSurvivors = (): Survivor[] => JSON.parse(readFileSync(survivorsFile, 'utf8'))

/** Whether a listed survivor is this mutant: the same change of the same line, wherever the line is by now. */
export const isListed = (list: Survivor[], { file, before, after }: Mutant): boolean =>
  list.some((one) => one.file === file && one.before === before && one.after === after)

export type Tried = { mutant: Mutant; isKilled: boolean }

/** Survivors that are not listed. */
export const unlisted = (list: Survivor[], tried: Tried[]): Mutant[] =>
  tried.filter(({ mutant, isKilled }) => !isKilled && !isListed(list, mutant)).map(({ mutant }) => mutant)

/** Listed ones, of files that were tried, that are no survivors any more. */
export const outdated = (list: Survivor[], tried: Tried[]): Survivor[] => {
  const files = new Set(tried.map(({ mutant }) => mutant.file))
  const surviving = tried.filter(({ isKilled }) => !isKilled).map(({ mutant }) => mutant)
  return list.filter((one) => files.has(one.file) && !surviving.some((mutant) => isListed([one], mutant)))
}
