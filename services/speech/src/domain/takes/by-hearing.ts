import type { WordFault } from '../hearing/word-faults.ts'

type Clip = { text: string; samples: Float32Array; sampleRate: number }

/** The faults of a clip's words as they were heard; undefined where nobody could hear it. */
export type Hear = (clip: Clip) => Promise<WordFault[] | undefined>

/**
 * Judge of the takes of a piece by what is heard of them. A word that is heard in two takes as the same other one is taken for how the transcriber writes it: a
 * name, a homophone, a number. A take that nobody could hear counts as whole.
 */
export function judgeByHearing(
  hear: Hear,
  { text, sampleRate }: Omit<Clip, 'samples'>,
): (taken: Float32Array) => Promise<Float32Array | undefined> {
  const heard: { samples: Float32Array; faults: WordFault[] }[] = []
  return async (samples) => {
    const faults = await hear({ text, samples, sampleRate })
    if (!faults) return samples
    heard.push({ samples, faults })
    const isSpelling = ({ key, isSpelling }: WordFault) =>
      isSpelling && heard.filter((one) => one.faults.some((other) => other.key === key)).length > 1
    return heard.find((one) => one.faults.every(isSpelling))?.samples
  }
}
