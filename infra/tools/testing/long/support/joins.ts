import type { PlayedSound } from '@utter/testing/sound/played'

/** Quieter than this, −50 dB, is silence: an encoder leaves a little in it. */
const silence = 10 ** (-50 / 20)
/** Shorter silences are those within a sentence. */
const minSilenceMs = 50
/** Stretch behind the end of a silence, and before the beginning of one, in which a click would be. */
const edgeMs = 5

/**
 * The silences of a sound, in ms, and the largest step from one sample to the next at their edges, 0 to 2: a sound that is cut, or begins above zero, has one
 * that is heard as a click.
 */
export function joinsOf({ samples, sampleRate }: Pick<PlayedSound, 'samples' | 'sampleRate'>) {
  const inSamples = (ms: number) => Math.round((ms * sampleRate) / 1_000)
  const silencesMs: number[] = []
  let largestStep = 0
  const look = (from: number, to: number) => {
    for (let at = Math.max(1, from); at < Math.min(to, samples.length); at++)
      largestStep = Math.max(largestStep, Math.abs((samples[at] ?? 0) - (samples[at - 1] ?? 0)))
  }
  let begun = 0
  for (let at = 0; at <= samples.length; at++) {
    if (at < samples.length && Math.abs(samples[at] ?? 0) < silence) continue
    if (at - begun >= inSamples(minSilenceMs)) {
      silencesMs.push(((at - begun) * 1_000) / sampleRate)
      look(begun - inSamples(edgeMs), begun)
      look(at, at + inSamples(edgeMs))
    }
    begun = at + 1
  }
  return { silencesMs, largestStep }
}
