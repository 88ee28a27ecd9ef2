import type { Deadline } from '@utter/worker/deadline'
import * as z from 'zod/mini'
import type { CharacterTimes } from '../../domain/words/character-times.ts'
import { maxSoundBytes, partsOf } from './read-sound.ts'
import { cutOff, unreadable } from './vendor-failures.ts'

/** Base64 has four bytes for three; beside it a passage's times have some 100 bytes a character, of its text and of that as it is read. */
const maxBytes = Math.ceil((maxSoundBytes * 4) / 3) + 1_000_000

const Alignment = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
})
/** ElevenLabs' `StreamingAudioChunkWithTimestampsResponse`: a part of the sound, and the characters that begin in it, at their time in the whole. */
const Line = z.object({
  audio_base64: z.string(),
  // Times of another form are none: the sound is paid for, and good.
  alignment: z.catch(z.nullish(Alignment), undefined),
})

/** A sound as PCM, and its characters as far as their times were told. */
export type TimedSound = { pcm: Uint8Array; times: CharacterTimes }

/**
 * The body of an answer that has a sound and its characters' times as lines of JSON, each of which is read as it arrives.
 * @throws VendorError as `readSound`
 */
export async function readTimedSound(response: Response, deadline: Deadline): Promise<TimedSound> {
  const sounds: Uint8Array[] = []
  const times: CharacterTimes = []
  for await (const text of linesOf(partsOf(response, { deadline, maxBytes }))) {
    const { audio_base64, alignment } = lineOf(text)
    sounds.push(Buffer.from(audio_base64, 'base64'))
    for (const time of timesOf(alignment)) times.push(time)
  }
  const pcm = Buffer.concat(sounds)
  if (pcm.byteLength === 0) throw cutOff()
  return { pcm, times }
}

/** @throws VendorError for a last line that has no end and is none, and for what is no part of a sound */
function lineOf({ line, isWhole }: { line: string; isWhole: boolean }): z.infer<typeof Line> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // The parser's own message has a piece of the answer.
    throw isWhole ? unreadable(new Error('A line of the answer is no JSON')) : cutOff()
  }
  const read = Line.safeParse(value)
  if (!read.success) throw unreadable(new Error('A line of the answer has another form than a part of a sound'))
  return read.data
}

function timesOf(alignment: z.infer<typeof Line>['alignment']): CharacterTimes {
  if (!alignment) return []
  const { characters, character_start_times_seconds: starts, character_end_times_seconds: ends } = alignment
  if (starts.length !== characters.length || ends.length !== characters.length) return []
  return characters.map((character, index) => ({
    character,
    startMs: (starts[index] ?? 0) * 1_000,
    endMs: (ends[index] ?? 0) * 1_000,
  }))
}

/** The lines of a body that are not empty; the last may have no end. */
async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: string; isWhole: boolean }> {
  const decoder = new TextDecoder()
  let begun: string[] = []
  for await (const part of parts) {
    const [rest = '', ...others] = decoder.decode(part, { stream: true }).split('\n')
    begun.push(rest)
    for (const other of others) {
      const line = begun.join('').trim()
      if (line) yield { line, isWhole: true }
      begun = [other]
    }
  }
  const line = begun.join('').trim()
  if (line) yield { line, isWhole: false }
}
