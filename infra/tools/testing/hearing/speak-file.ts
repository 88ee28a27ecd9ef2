import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ttsDefaults } from '@utter/contracts/jobs'
import { readMarks } from '@utter/speech/domain/marks/marked-request'
import { record } from '@utter/speech/domain/recording'
import { inOneArray } from '@utter/speech/domain/samples'
import type { SpeechProvider } from '@utter/speech/domain/voice'
import type { SpokenPiece } from '@utter/speech/domain/words/spoken-piece'
import type { Mastering } from '@utter/speech/engines/mastering'
import { createCast } from '@utter/speech/lifecycle/cast'
import { speakerOf } from '@utter/speech/lifecycle/speaker-of'
import { aWav } from '@utter/testing/vendors/tone'
import { markedText, textOfParts } from '@utter/text/markup/markup'

const speechLimitMs = 120_000

export type SpokenFile = { path: string; durationSeconds: number; pieces: SpokenPiece[] }
/** `mastering`: that for a text with marks; absent: there are none in the text. */
type Spoken = { text: string; voiceId: string; mastering?: Mastering }

/** A text as a job would be spoken, with its marks where it has some, checked and joined, in a WAV file of `folder`. */
export async function speakFile(
  voices: SpeechProvider,
  { text: written, voiceId, mastering }: Spoken,
  folder: string,
): Promise<SpokenFile> {
  const signal = AbortSignal.timeout(speechLimitMs)
  const speakPlain = (plain: string) => voices.speak({ voiceId, settings: ttsDefaults, text: plain }, { signal })
  const { text, speak } = mastering
    ? await marked(written, { voices, mastering, voiceId, signal })
    : { text: written, speak: speakPlain }
  const { samples, sampleRate, pieces } = await record(speak, { text, onDone: () => {} })
  const path = join(folder, `${voiceId}-${randomUUID()}.wav`)
  await writeFile(path, aWav(pcmOf(await inOneArray(samples)), { sampleRate }))
  return { path, durationSeconds: samples.length / sampleRate, pieces }
}

async function marked(
  written: string,
  {
    voices,
    mastering,
    voiceId,
    signal,
  }: { voices: SpeechProvider; mastering: Mastering; voiceId: string; signal: AbortSignal },
) {
  const read = markedText(written)
  if ('fault' in read) throw new Error(read.fault.reason)
  const { parts } = read
  const text = textOfParts(parts)
  const marks = await readMarks(voices, { text, parts, userId: '' }, { signal })
  const asked = { voiceId, settings: ttsDefaults }
  const cast = createCast(new Map([[undefined, undefined], ...marks.voices]), { marks, language: undefined })
  return { text, speak: speakerOf({ speech: voices, mastering }, asked, { parts, marks, cast, signal }) }
}

function pcmOf(samples: Float32Array): Buffer {
  const pcm = Buffer.alloc(samples.length * 2)
  for (const [at, sample] of samples.entries())
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at * 2)
  return pcm
}
