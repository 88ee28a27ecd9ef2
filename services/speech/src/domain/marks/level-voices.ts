import type { VoiceRun } from '../recording.ts'
import type { SampleSpool } from '../samples.ts'

/** Integrated loudness (EBU R 128) in LUFS of stretches of a recording, one after the other; undefined for silence, or where they are too short to have one. */
export type LoudnessOf = (stretches: Pick<VoiceRun, 'from' | 'to'>[]) => Promise<number | undefined>

/** Loudness to which each voice of a recording is brought, in LUFS; all of it gets that of the mp3 afterwards. */
const commonLufs = -23
/** A voice that is further from it is a whisper or noise, which it may stay. */
const maxGainDb = 20

/**
 * Brings the voices of a recording to one loudness, each by one gain, so that nobody of a dialogue is louder than the others for how its model was made. It
 * changes the samples, and none of a recording by one voice.
 */
export async function levelVoices(
  samples: Pick<SampleSpool, 'scale'>,
  runs: VoiceRun[],
  loudnessOf: LoudnessOf,
): Promise<void> {
  const voices = new Set(runs.map(({ voiceId }) => voiceId))
  if (voices.size < 2) return
  for (const voice of voices) {
    const own = runs.filter(({ voiceId }) => voiceId === voice)
    const lufs = await loudnessOf(own)
    if (lufs === undefined) continue
    const factor = 10 ** (Math.max(-maxGainDb, Math.min(maxGainDb, commonLufs - lufs)) / 20)
    for (const { from, to } of own) await samples.scale(from, to, factor)
  }
}
