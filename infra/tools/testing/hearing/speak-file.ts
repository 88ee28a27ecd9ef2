import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ttsDefaults } from '@utter/contracts/jobs'
import { readMarks } from '@utter/speech/domain/marks/marked-request'
import { record } from '@utter/speech/domain/recording'
import type { SpeechProvider } from '@utter/speech/domain/voice'
import type { SpokenPiece } from '@utter/speech/domain/words/spoken-piece'
import { speakerOf } from '@utter/speech/lifecycle/speaker-of'
import { aWav } from '@utter/testing/faults/tone'
import { markedText, textOfParts } from '@utter/text/markup/markup'

const speechLimitMs = 120_000

export type SpokenFile = { path: string; durationSeconds: number; pieces: SpokenPiece[] }
type Spoken = { text: string; voiceId: string; hasMarks?: boolean }

/** A text as a job would be spoken, with its marks where it has some, checked and joined, in a WAV file of `folder`. */
export async function speakFile(
  voices: SpeechProvider,
  { text: written, voiceId, hasMarks = false }: Spoken,
  folder: string,
): Promise<SpokenFile> {
  const signal = AbortSignal.timeout(speechLimitMs)
  const marked = markedText(written)
  if ('fault' in marked) throw new Error(marked.fault.reason)
  const parts = hasMarks ? marked.parts : undefined
  const text = parts ? textOfParts(parts) : written
  const marks = await readMarks(voices, { text, parts, userId: '' }, signal)
  const speak = speakerOf(voices, { voiceId, settings: ttsDefaults }, { parts, marks, voice: undefined, signal })
  const { samples, sampleRate, pieces } = await record(speak, { text, onDone: () => {} })
  const path = join(folder, `${voiceId}-${randomUUID()}.wav`)
  await writeFile(path, aWav(pcmOf(samples), { sampleRate }))
  return { path, durationSeconds: samples.length / sampleRate, pieces }
}

function pcmOf(samples: Float32Array): Buffer {
  const pcm = Buffer.alloc(samples.length * 2)
  for (const [at, sample] of samples.entries())
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at * 2)
  return pcm
}
