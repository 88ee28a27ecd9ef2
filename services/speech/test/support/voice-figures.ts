type Sound = { samples: Float32Array; sampleRate: number }

/**
 * Figures that distinguish voices: the median pitch, the deviation around its mean, and the level of each band in dB.
 */
export type VoiceFigures = { pitchHz: number; pitchDeviationHz: number; bandsDb: number[] }

const frameMs = 32
/** A frame is voiced when it looks like itself one period later, at this correlation or above. */
const voiced = 0.7
const [lowestHz, highestHz] = [60, 350]
/** Middles of third-octave bands, all below what a voice of 16 kHz holds. */
const bandsHz = Array.from({ length: 14 }, (_, band) => 315 * 2 ** (band / 3))

/** Pitch by autocorrelation, timbre as the average spectrum, over the frames that are voiced. */
export function voiceFigures({ samples, sampleRate }: Sound): VoiceFigures {
  const size = Math.round((sampleRate * frameMs) / 1000)
  const loudest = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  const pitches: number[] = []
  const powers = bandsHz.map(() => 0)
  for (let from = 0; from + 2 * size < samples.length; from += size) {
    const power = energy(samples, from, size)
    if (Math.sqrt(power / size) < loudest * 0.05) continue
    const pitch = pitchOf(samples, { from, size, sampleRate })
    if (pitch === undefined) continue
    pitches.push(pitch)
    const frame = samples.subarray(from, from + size)
    for (const [band, hz] of bandsHz.entries()) powers[band] = (powers[band] ?? 0) + powerAt(frame, hz, sampleRate)
  }
  const mean = average(pitches)
  return {
    pitchHz: pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? 0,
    pitchDeviationHz: Math.sqrt(average(pitches.map((pitch) => (pitch - mean) ** 2))),
    bandsDb: inDb(powers),
  }
}

/** How far two voices differ in timbre, at any loudness: the root mean square of their bands' differences, in dB. */
export function timbreDistanceDb(one: VoiceFigures, other: VoiceFigures): number {
  return Math.sqrt(average(one.bandsDb.map((level, band) => (level - (other.bandsDb[band] ?? 0)) ** 2)))
}

/** Levels around their mean. */
function inDb(powers: number[]): number[] {
  const levels = powers.map((power) => 10 * Math.log10(power))
  const mean = average(levels)
  return levels.map((level) => level - mean)
}

function pitchOf(
  samples: Float32Array,
  { from, size, sampleRate }: { from: number; size: number; sampleRate: number },
) {
  const power = energy(samples, from, size)
  const first = Math.floor(sampleRate / highestHz)
  const likeness = Array.from({ length: Math.ceil(sampleRate / lowestHz) - first }, (_, index) => {
    const lag = first + index
    let product = 0
    for (let at = from; at < from + size; at++) product += (samples[at] ?? 0) * (samples[at + lag] ?? 0)
    return product / Math.sqrt(power * energy(samples, from + lag, size) || 1)
  })
  const best = Math.max(...likeness)
  if (best < voiced) return undefined
  // The first peak near the best: multiples of the period are as alike.
  const isPeak = (at: number) =>
    (likeness[at] ?? 0) >= best * 0.92 &&
    (likeness[at] ?? 0) >= (likeness[at - 1] ?? 0) &&
    (likeness[at] ?? 0) >= (likeness[at + 1] ?? 0)
  return sampleRate / (first + likeness.findIndex((_, at) => isPeak(at)))
}

/** The power of a third octave, by five frequencies of it. */
function powerAt(frame: Float32Array, middleHz: number, sampleRate: number): number {
  let power = 0
  for (const part of [-2, -1, 0, 1, 2]) {
    const hz = middleHz * 2 ** (part / 15)
    // Goertzel's: one multiplication a sample.
    const turn = 2 * Math.cos((2 * Math.PI * hz) / sampleRate)
    let [last, before] = [0, 0]
    for (let at = 0; at < frame.length; at++) [before, last] = [last, (frame[at] ?? 0) + turn * last - before]
    power += last ** 2 + before ** 2 - turn * last * before
  }
  return power
}

function energy(samples: Float32Array, from: number, size: number): number {
  let sum = 0
  for (let at = from; at < from + size; at++) sum += (samples[at] ?? 0) ** 2
  return sum
}
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
