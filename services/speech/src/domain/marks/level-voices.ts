import { joinSamples } from '../join-samples.ts'
import type { Recording, VoiceRun } from '../recording.ts'

/** Integrated loudness (EBU R 128) in LUFS of a clip; undefined for silence, or one that is too short to have one. */
export type LoudnessOf = (clip: Recording) => Promise<number | undefined>

/** Loudness to which each voice of a recording is brought, in LUFS; all of it gets that of the mp3 afterwards. */
const commonLufs = -23
/** A voice that is further from it is a whisper or noise, which it may stay. */
const maxGainDb = 20

/**
 * Brings the voices of a recording to one loudness, each by one gain, so that nobody of a dialogue is louder than the others for how its model was made. It
 * changes the samples in place, and none of a recording by one voice.
 */
export async function levelVoices(
  { samples, sampleRate }: Recording,
  runs: VoiceRun[],
  loudnessOf: LoudnessOf,
): Promise<void> {
  const voices = new Set(runs.map(({ voiceId }) => voiceId))
  if (voices.size < 2) return
  for (const voice of voices) {
    const own = runs.filter(({ voiceId }) => voiceId === voice)
    const parts = own.map(({ from, to }) => samples.subarray(from, to))
    const lufs = await loudnessOf({ samples: joinSamples(parts), sampleRate })
    if (lufs === undefined) continue
    const factor = 10 ** (Math.max(-maxGainDb, Math.min(maxGainDb, commonLufs - lufs)) / 20)
    for (const part of parts) for (let at = 0; at < part.length; at++) part[at] = (part[at] ?? 0) * factor
  }
}
