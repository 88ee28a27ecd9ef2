import { VendorError } from '@utter/contracts/vendor-error'
import type { SpokenChunk } from './voice.ts'

/** Progress is told when so much more of the text has been spoken. */
const tellEvery = 0.2

/** The spoken chunks as one piece of sound. @throws VendorError passing, when nothing came */
export async function record(
  chunks: AsyncIterable<SpokenChunk>,
  { onDone }: { text: string; onDone(done: number): void },
): Promise<{ samples: Float32Array; sampleRate: number }> {
  const parts: Float32Array[] = []
  let length = 0
  let sampleRate = 0
  let told = 0
  for await (const chunk of chunks) {
    parts.push(chunk.samples)
    length += chunk.samples.length
    sampleRate = chunk.sampleRate
    if (chunk.done - told >= tellEvery || (chunk.done === 1 && told > 0)) {
      told = chunk.done
      onDone(chunk.done)
    }
  }
  if (length === 0) throw new VendorError('passing', 'empty_speech', 'The voice said nothing')
  const samples = new Float32Array(length)
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return { samples, sampleRate }
}
