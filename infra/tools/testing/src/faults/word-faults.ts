import { joinSamples } from '@utter/speech/domain/samples'

/** Faults of a voice that length, silence and end do not show: a word that is left out, doubled, silent, or another, two that are swapped, and an end or a beginning that is lost. */
export const wordFaults = ['left out', 'doubled', 'swapped', 'silent', 'another', 'no end', 'no beginning'] as const
export type WordFault = (typeof wordFaults)[number]

/** `words`: when each begins and ends, in milliseconds. */
type Take = { samples: Float32Array; sampleRate: number; words?: { startMs: number; endMs: number }[] }

/** The edges of what is cut fade, so that no click gives it away. */
const fadeSeconds = 0.005

/**
 * A take with a fault in one of its words, which is drawn among those that last `minMs` at least; undefined where it has too few of them.
 * @param other take of another text by the same voice, whose words stand in place of others
 */
export function withFault(
  take: Take,
  fault: WordFault,
  { other, random, minMs }: { other: Take; random: () => number; minMs: number },
): Float32Array | undefined {
  const { samples, sampleRate } = take
  const at = (ms: number) => Math.round((ms * sampleRate) / 1_000)
  const wordsOf = ({ words = [] }: Take) =>
    words
      .map(({ startMs, endMs }) => ({ from: at(startMs), to: at(endMs) }))
      .map(({ from, to }) => ({ from, to, isLong: to - from >= at(minMs) }))
  const words = wordsOf(take)
  const isSpot = (index: number) =>
    words[index]?.isLong && (fault !== 'swapped' || (words[index + 1]?.isLong && words.length > 3))
  const spots = [...words.keys()].filter(isSpot)
  const spot =
    fault === 'no end'
      ? words.length - 1
      : fault === 'no beginning'
        ? 0
        : (spots[Math.floor(random() * spots.length)] ?? -1)
  const word = words[spot]
  if (words.length < 3 || !word || !isSpot(spot)) return undefined
  const { from, to } = word
  const faded = (source: Float32Array, begin: number, end = source.length) => fade(source.slice(begin, end), sampleRate)
  switch (fault) {
    case 'left out':
      return joinSamples([faded(samples, 0, from), faded(samples, to)])
    case 'doubled':
      return joinSamples([faded(samples, 0, to), faded(samples, from, to), faded(samples, to)])
    case 'swapped': {
      const next = words[spot + 1] ?? word
      return joinSamples([
        faded(samples, 0, from),
        faded(samples, next.from, next.to),
        faded(samples, from, to),
        faded(samples, next.to),
      ])
    }
    case 'silent':
      return joinSamples([faded(samples, 0, from), new Float32Array(to - from), faded(samples, to)])
    case 'another': {
      const others = wordsOf(other).filter(({ isLong }) => isLong)
      const instead = others[Math.floor(random() * others.length)]
      return (
        instead &&
        joinSamples([faded(samples, 0, from), faded(other.samples, instead.from, instead.to), faded(samples, to)])
      )
    }
    case 'no end':
      return faded(samples, 0, from)
    case 'no beginning':
      return faded(samples, to)
  }
}

function fade(samples: Float32Array, sampleRate: number): Float32Array {
  const length = Math.min(samples.length >> 1, Math.round(sampleRate * fadeSeconds))
  for (let at = 0; at < length; at++)
    for (const edge of [at, samples.length - 1 - at]) samples[edge] = ((samples[edge] ?? 0) * at) / length
  return samples
}
