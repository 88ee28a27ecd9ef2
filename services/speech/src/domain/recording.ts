import { VendorError } from '@utter/contracts/vendor-error'
import { completenessOf } from './completeness.ts'
import type { SpokenChunk } from './voice.ts'

/** Progress is told when so much more of the text has been spoken. */
const tellEvery = 0.2
/** A voice that leaves something out so often does it each time. */
const mostRecordings = 3

export type Recording = { samples: Float32Array; sampleRate: number }

/**
 * The text, spoken whole: what is silent, cut off or far too short is noticed and made again, at no cost to the owner.
 * @throws VendorError passing when nothing came, lasting when the voice leaves something out each time
 */
export async function record(
  speak: () => AsyncIterable<SpokenChunk>,
  { text, onDone }: { text: string; onDone(done: number): void },
): Promise<Recording> {
  for (let attempt = 0; attempt < mostRecordings; attempt++) {
    const recording = await gather(speak(), onDone)
    const durationMs = (recording.samples.length / recording.sampleRate) * 1_000
    if (completenessOf({ text, durationMs, samples: recording.samples }).ok) return recording
  }
  throw new VendorError('lasting', 'incomplete_speech', 'The voice left out a part of the text')
}

async function gather(chunks: AsyncIterable<SpokenChunk>, onDone: (done: number) => void): Promise<Recording> {
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
