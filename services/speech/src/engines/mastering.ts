import { silenceLufs } from '../audio/loudness.ts'
import { leadMs, type RecordedPiece, type Recording, type VoiceRun } from '../domain/recording.ts'
import { type ClipSamples, inOneArray, joinSamples } from '../domain/samples.ts'
import { openEngine } from './engine.ts'
import type { AnyRequest, Mastered, MasteredPiece } from './mastering-engine.ts'

/** An mp3 and its figures; `peaks` are about 120 values 0..1 for the player's outline. */
export type MasteredClip = { mp3: Buffer; durationMs: number; lufs: number; truePeakDb: number; peaks: number[] }

type Clip = { samples: ClipSamples; sampleRate: number }

export type Mastering = {
  /**
   * Speech as one mp3, ready to be delivered: 48 kHz, 128 kbit/s constant, −16 LUFS ± 0.5 measured on the mp3 (EBU R 128), true
   * peak at most −1 dBTP, 50 ms of silence before it and at least 150 ms after it, one second or longer. `samples` may have any rate. `tempo` quickens them
   * without a change of pitch, from 0.5 to 2.
   * `onBegin` is called when its turn has come.
   * @throws VendorError transient `silent_speech` where there is no sound, or `engine_ended`
   */
  master(
    recording: Clip & { tempo?: number },
    options: { signal: AbortSignal; onBegin?: () => void },
  ): Promise<MasteredClip>
  /**
   * A piece of speech as mp3 frames that follow those of the piece before, at −16 LUFS by itself. `gainDb` is the gain that was taken: that of the piece
   * before is given with the next, for one that is too short to be measured.
   * @throws VendorError transient `engine_ended`
   */
  masterPiece(
    piece: Omit<RecordedPiece, 'said'>,
    options: { signal: AbortSignal; gainDb?: number | undefined },
  ): Promise<MasteredPiece>
  /**
   * A clip at another sample rate, quickened by a tempo from 0.5 to 2 without a change of pitch: parts of one recording have both in common. It is exactly
   * as long as both make it, and goes before what waits to be mastered: a voice waits for it.
   * @throws VendorError transient `engine_ended`
   */
  even(clip: Recording, options: { sampleRate: number; tempo: number; signal: AbortSignal }): Promise<Float32Array>
  /**
   * The integrated loudness in LUFS of stretches of a clip, one after the other; undefined for silence.
   * @throws VendorError transient `engine_ended`
   */
  loudness(
    clip: Clip & { stretches: Pick<VoiceRun, 'from' | 'to'>[] },
    options: { signal: AbortSignal },
  ): Promise<number | undefined>
  close(): Promise<void>
}

const tailMs = 150
/** The shortest clip: a meter measures blocks of 400 ms, so silence follows a single short word until there are a few. */
const minClipMs = 1000

/** Longest clip of the engine for short ones, in seconds: mastered in a second and a half. */
const maxShortSeconds = 30

/**
 * The process has two engines, one for long clips and one for the others, which would wait for half a minute behind a chapter.
 * Mastering takes about a twentieth of a clip's length, the local voice three times that.
 */
export function openMastering(): Mastering {
  // Mastering lets `even` go first, which takes some milliseconds and is waited for in a voice's slot.
  const whenIdle = true
  const open = () =>
    openEngine<AnyRequest, Mastered | MasteredPiece | Float32Array | number>(
      new URL('./mastering-engine.ts', import.meta.url),
      // It is synchronous throughout, and another starts in less than half a second.
      { graceMs: 0 },
    )
  const engines = { short: open(), long: open() }
  const engineFor = ({ samples, sampleRate }: Clip) =>
    samples.length / sampleRate > maxShortSeconds ? engines.long : engines.short
  return {
    async master(recording, { signal, onBegin }) {
      const { samples, tempo = 1, sampleRate } = recording
      const { lead, tail } = room(recording)
      const sent = samples.path
        ? { path: samples.path, stretches: [{ silence: lead }, { from: 0, to: samples.length }, { silence: tail }] }
        : { samples: joinSamples([new Float32Array(lead), await inOneArray(samples), new Float32Array(tail)]) }
      const options = { signal, whenIdle, ...(onBegin && { onBegin }) }
      const request: AnyRequest = { kind: 'clip', ...sent, sampleRate, tempo }
      const { mp3, ...about } = (await engineFor(recording).call(request, options)) as Mastered
      return { mp3: Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength), ...about }
    },
    async masterPiece({ samples, sampleRate, tempo }, { signal, gainDb }) {
      const piece = { kind: 'piece' as const, samples, sampleRate, tempo, ...(gainDb !== undefined && { gainDb }) }
      return (await engines.short.call(piece, { signal, whenIdle })) as MasteredPiece
    },
    async even({ samples, sampleRate }, { signal, ...wanted }) {
      return (await engines.short.call({ kind: 'even', samples, sampleRate, wanted }, { signal })) as Float32Array
    },
    async loudness({ stretches, ...clip }, { signal }) {
      const { samples, sampleRate } = clip
      const sent = samples.path
        ? { path: samples.path, stretches }
        : { samples: joinSamples(await Promise.all(stretches.map(({ from, to }) => inOneArray(samples, from, to)))) }
      const request: AnyRequest = { kind: 'loudness', ...sent, sampleRate }
      const lufs = (await engineFor(clip).call(request, { signal, whenIdle })) as number
      return lufs > silenceLufs ? lufs : undefined
    },
    close: () => Promise.all(Object.values(engines).map((engine) => engine.close())).then(() => {}),
  }
}

/** Samples of silence before and after speech, so that no player's fade or codec's edge touches it. */
function room({ samples, sampleRate, tempo = 1 }: Clip & { tempo?: number }): { lead: number; tail: number } {
  const inSamples = (ms: number) => Math.round((ms * tempo * sampleRate) / 1000)
  const lead = inSamples(leadMs)
  return { lead, tail: Math.max(inSamples(tailMs), inSamples(minClipMs) - lead - samples.length) }
}
