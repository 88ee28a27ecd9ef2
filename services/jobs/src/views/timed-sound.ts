import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ElevenLabsAlignment, ElevenLabsTimedSpeech } from '@utter/contracts/http/elevenlabs/timed-speech'

/** A sound with the times of its text as one JSON object, written as it comes: a long one is never held whole. */
export const timedSound = (sound: Readable, alignment: ElevenLabsAlignment): Readable =>
  Readable.from(partsOf(sound, alignment))

async function* partsOf(sound: Readable, alignment: ElevenLabsAlignment): AsyncGenerator<string> {
  // Three bytes are four characters, whatever the parts are in which they come.
  const base64 = new StringDecoder('base64')
  const { audio_base64: _, ...times } = timed('', alignment)
  yield '{"audio_base64":"'
  for await (const bytes of sound) yield base64.write(Buffer.from(bytes as Uint8Array))
  yield `${base64.end()}",${JSON.stringify(times).slice(1)}`
}

/** The same as JSON objects, a line each: all times with the first part of the sound. */
export const timedChunks = (sound: Readable, alignment: ElevenLabsAlignment): Readable =>
  Readable.from(linesOf(sound, alignment))

async function* linesOf(sound: Readable, alignment: ElevenLabsAlignment): AsyncGenerator<string> {
  let untold: ElevenLabsAlignment | null = alignment
  for await (const bytes of sound) {
    yield `${JSON.stringify(timed(Buffer.from(bytes as Uint8Array).toString('base64'), untold))}\n`
    untold = null
  }
}

/** The text as it was spoken, with figures as words, is not kept: the normalized one is that which was sent. */
const timed = (audio_base64: string, alignment: ElevenLabsAlignment | null): ElevenLabsTimedSpeech => ({
  audio_base64,
  alignment,
  normalized_alignment: alignment,
})
