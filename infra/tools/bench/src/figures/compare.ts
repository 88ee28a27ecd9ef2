import { type Figure, titleOf, verdictOf } from '../measure/figure.ts'
import { signOf, written } from '../table.ts'
import { type KnownFigure, type KnownRow, keyOf } from './known.ts'

/** The place of a run's median: in the spread of the last full runs, or beside it; `new` where none is known. */
export type Place = 'within' | 'better' | 'worse' | 'new'
export type Comparison = { place: Place; sentence: string }

/** Holds each figure of a row against its last known spread. */
export function compareRow(known: KnownRow[], row: string, figures: Figure[]): Comparison[] {
  const kept = known.find(({ name }) => name === row)?.figures ?? []
  return figures.map((figure) => {
    const { median } = verdictOf(figure)
    const { min, max } = lastOf(kept, figure) ?? {}
    const title = [titleOf(figure), ...(figure.against ? [figure.against] : [])].join(' against ')
    if (min === undefined || max === undefined || !Number.isFinite(median)) return { place: 'new', sentence: title }
    const sign = signOf(figure)
    return {
      place: placeOf(median, { min, max, isMoreBetter: isMoreBetter(figure) }),
      sentence: `${title}: ${written(median)} ${sign}, known ${written(min)} to ${written(max)}`,
    }
  })
}

/** The variant of a known figure of which only the least and the greatest of all variants are known. */
const allVariants = 'all'
const lastOf = (kept: KnownFigure[], figure: Figure) =>
  kept.find((one) => keyOf(one) === keyOf(figure)) ??
  kept.find((one) => keyOf(one) === keyOf({ ...figure, variant: allVariants }))

/** Spreads are kept in a few digits: less than a hundredth beside one is in it. */
const margin = 0.01

const isMoreBetter = ({ goal, isMoreBetter }: Figure) => (goal ? 'min' in goal : isMoreBetter === true)

function placeOf(
  median: number,
  { min, max, isMoreBetter }: { min: number; max: number; isMoreBetter: boolean },
): Place {
  if (median >= min - margin * Math.abs(min) && median <= max + margin * Math.abs(max)) return 'within'
  return median > max === isMoreBetter ? 'better' : 'worse'
}

/** The end of a quick run: how many figures stayed, and a line for each that did not. */
export function summaryOf(rows: { row: string; comparisons: Comparison[] }[]): string {
  const all = rows.flatMap(({ row, comparisons }) => comparisons.map((one) => ({ row, ...one })))
  const on = (place: Place) => all.filter((one) => one.place === place)
  return [
    `Against the spread of the last full runs: ${on('within').length} within, ${on('better').length} better, ${on('worse').length} worse, ${on('new').length} without a known spread.`,
    ...[...on('worse'), ...on('better')].map(({ place, row, sentence }) => `  ${place.padEnd(6)}  ${row}: ${sentence}`),
  ].join('\n')
}
