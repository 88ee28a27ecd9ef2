import type { SpokenPieceOfVoice } from '../voice.ts'
import { framesOf } from './spectrum.ts'

type Take = Pick<SpokenPieceOfVoice, 'samples' | 'sampleRate'>

/** The loudness of a frame, of 62 at most, below which it is silence at the ends of a take. */
const silentBelow = 5
/** Loudness says where there is a sound; how loud that is differs from take to take. */
const loudnessWeight = 0.3
/** Silence before and behind each take, in frames: a click there is held against silence, and no word. */
const margin = 8
/** How far two takes may be apart in time: this share of the longer, and this many frames. */
const maxShare = 0.1
const moreApart = 40
/** The part of an alignment of which the mean must be small, in frames: about a short syllable. */
const windowFrames = 8
/** The largest mean distance of one part of two takes that say the same (voices.md#checked-by-words). */
export const maxDifference = 4.6

/** Whether two takes of a text say the same, sound for sound. */
export const agree = (one: Take, other: Take): boolean => differenceOf(one, other) <= maxDifference

/**
 * The mean distance of two takes where they differ most. Both are laid along each other by dynamic time warping over their cepstra; a word that only one of
 * them has lies along none of the other, and one in another's place along other sounds. It takes about 5 ms for a second of speech.
 */
export function differenceOf(one: Take, other: Take): number {
  const costs = alignmentOf(soundingOf(one), soundingOf(other))
  const length = Math.min(costs.length, windowFrames * 2)
  let [sum, largest] = [0, 0]
  for (const [at, cost] of costs.entries()) {
    sum += cost - (costs[at - length] ?? 0)
    if (at >= length - 1) largest = Math.max(largest, sum / length)
  }
  return largest
}

function soundingOf(take: Take): Float32Array[] {
  const rows = framesOf(take)
  const isHeard = ([loudness = 0]: Float32Array) => loudness >= silentBelow
  const sounding = rows.slice(Math.max(0, rows.findIndex(isHeard)), rows.findLastIndex(isHeard) + 1)
  for (const row of sounding) row[0] = (row[0] ?? 0) * loudnessWeight
  const silence = Array.from({ length: margin }, () => new Float32Array(rows[0]?.length ?? 0))
  return [...silence, ...sounding, ...silence]
}

const together = 1
const oneGoesOn = 2
const otherGoesOn = 3

/**
 * The distances along the cheapest alignment: twice for a step of both takes, once for a step of either. Only what lies about the diagonal is kept, row by row
 * from `firstOf` on: half a minute of speech takes a tenth of a second and 15 MB.
 */
function alignmentOf(one: Float32Array[], other: Float32Array[]): number[] {
  const [height, width] = [one.length, other.length]
  const apart = Math.ceil(moreApart + maxShare * Math.max(height, width))
  const kept = 2 * apart + 2
  const firstOf = (row: number) => Math.max(0, Math.floor((row * width) / height) - apart)
  const distances = new Float32Array(height * kept)
  const steps = new Uint8Array(height * kept)
  let [before, sums] = [new Float64Array(width + 1), new Float64Array(width + 1)]
  before.fill(Infinity)
  for (let row = 0; row < height; row++) {
    const frame = one[row] as Float32Array
    const first = firstOf(row)
    const last = Math.min(width - 1, first + kept - 1)
    // Sums stand one column to the right, so that there is one before the first.
    sums.fill(Infinity)
    for (let column = first; column <= last; column++) {
      const distance = distanceOf(frame, other[column] as Float32Array)
      const ofOne = (before[column + 1] as number) + distance
      const ofOther = (sums[column] as number) + distance
      let sum = row === 0 && column === 0 ? distance : (before[column] as number) + 2 * distance
      let step = together
      if (ofOne < sum) {
        sum = ofOne
        step = oneGoesOn
      }
      if (ofOther < sum) {
        sum = ofOther
        step = otherGoesOn
      }
      sums[column + 1] = sum
      distances[row * kept + column - first] = distance
      steps[row * kept + column - first] = step
    }
    ;[before, sums] = [sums, before]
  }
  const costs: number[] = []
  let [row, column] = [height - 1, width - 1]
  while (row >= 0 && column >= 0) {
    const at = row * kept + column - firstOf(row)
    const [distance = 0, step] = [distances[at], steps[at]]
    costs.push(distance)
    if (step === together) costs.push(distance)
    if (step !== otherGoesOn) row--
    if (step !== oneGoesOn) column--
  }
  return costs
}

function distanceOf(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) {
    const apart = (one[at] as number) - (other[at] as number)
    sum += apart * apart
  }
  return Math.sqrt(sum)
}
