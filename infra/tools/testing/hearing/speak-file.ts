import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ttsDefaults } from '@utter/contracts/jobs'
import { record } from '@utter/speech/domain/recording'
import type { SpeechProvider } from '@utter/speech/domain/voice'
import type { SpokenPiece } from '@utter/speech/domain/words/spoken-piece'
import { aWav } from '@utter/testing/faults/tone'

const speechLimitMs = 120_000

export type SpokenFile = { path: string; durationSeconds: number; pieces: SpokenPiece[] }
type Spoken = { text: string; voiceId: string }

/** A text as a job would be spoken, checked and joined, in a WAV file of `folder`. */
export async function speakFile(
  voices: SpeechProvider,
  { text, voiceId }: Spoken,
  folder: string,
): Promise<SpokenFile> {
  const signal = AbortSignal.timeout(speechLimitMs)
  const speak = (piece: string) => voices.speak({ text: piece, voiceId, settings: ttsDefaults }, { signal })
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
