import { createHash } from 'node:crypto'
import type { AudioRef, SpeechWork } from '@utter/contracts/jobs'
import type { ClipSamples } from './samples.ts'
import type { StoredWords } from './words/timed-words.ts'

/** The result of the speech step. Without `work`: stored by a version of before. Without `words`: nobody has asked for them. */
export type StoredAudio = AudioRef & { work?: SpeechWork; words?: StoredWords }

const maxSample = 32_767

/** SHA-256, in hex, of samples (−1..1) in 16 bit, little-endian. */
export async function pcmHashOf(samples: Pick<ClipSamples, 'parts'>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of samples.parts()) {
    const pcm = new DataView(new ArrayBuffer(part.length * 2))
    for (let at = 0; at < part.length; at++)
      pcm.setInt16(at * 2, Math.round(Math.min(1, Math.max(-1, part[at] ?? 0)) * maxSample), true)
    hash.update(pcm)
  }
  return hash.digest('hex')
}
