import { createHash } from 'node:crypto'
import type { AudioRef, SpeechWork } from '@utter/contracts/jobs'
import type { StoredWords } from './words/timed-words.ts'

/** The result of the speech step. Without `work`: stored by a version of before. Without `words`: nobody has asked for them. */
export type StoredAudio = AudioRef & { work?: SpeechWork; words?: StoredWords }

const maxSample = 32_767

/** SHA-256, in hex, of samples (−1..1) in 16 bit, little-endian. */
export function pcmHashOf(samples: Float32Array): string {
  const pcm = new DataView(new ArrayBuffer(samples.length * 2))
  for (let at = 0; at < samples.length; at++)
    pcm.setInt16(at * 2, Math.round(Math.min(1, Math.max(-1, samples[at] ?? 0)) * maxSample), true)
  return createHash('sha256').update(pcm).digest('hex')
}
