import { silenceLufs } from '../audio/loudness.ts'
import { joinSamples } from '../domain/join-samples.ts'
import { leadMs, type RecordedPiece, type Recording } from '../domain/recording.ts'
import { openEngine } from './engine.ts'
import type { AnyRequest, Mastered, MasteredPiece } from './mastering-engine.ts'
import { spooledSamples } from './spooled-samples.ts'

/** An mp3 and its figures; `peaks` are about 120 values 0..1 for the player's outline. */
export type MasteredClip = { mp3: Buffer; durationMs: number; lufs: number; truePeakDb: number; peaks: number[] }

export type Mastering = {
  /**
   * Speech as one mp3, ready to be delivered: 48 kHz, 128 kbit/s constant, −16 LUFS ± 0.5 measured on the mp3 (EBU R 128), true
   * peak at most −1 dBTP, 50 ms of silence before it and at least 150 ms after it, one second or longer. `samples` may have any rate. `tempo` quickens them
   * without a change of pitch, from 0.5 to 2.
   * `onBegin` is called when its turn has come.
   * @throws VendorError transient `silent_speech` where there is no sound, or `engine_ended`
   */
  master(
    recording: Recording & { tempo?: number },
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
   * The integrated loudness of a clip in LUFS; undefined for silence.
   * @throws VendorError transient `engine_ended`
   */
  loudness(clip: Recording, options: { signal: AbortSignal }): Promise<number | undefined>
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
  const isLong = ({ samples, sampleRate }: Recording) => samples.length / sampleRate > maxShortSeconds
  const engineFor = (recording: Recording) => (isLong(recording) ? engines.long : engines.short)
  return {
    async master(recording, { signal, onBegin }) {
      const { tempo = 1, sampleRate } = recording
      const parts = padded(recording)
      // A chapter of ten minutes is 50 MB, of which a message would have a copy at either end.
      await using file = isLong(recording) ? await spooledSamples(parts) : undefined
      const request: AnyRequest = file
        ? { kind: 'file', path: file.path, sampleRate, tempo }
        : { kind: 'clip', samples: joinSamples(parts), sampleRate, tempo }
      const options = { signal, whenIdle, ...(onBegin && { onBegin }) }
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
    async loudness(clip, { signal }) {
      const { samples, sampleRate } = clip
      const lufs = (await engineFor(clip).call(
        { kind: 'loudness', samples, sampleRate },
        { signal, whenIdle },
      )) as number
      return lufs > silenceLufs ? lufs : undefined
    },
    close: () => Promise.all(Object.values(engines).map((engine) => engine.close())).then(() => {}),
  }
}

/** Speech with room before and after it, so that no player's fade or codec's edge touches it. */
function padded({ samples, sampleRate, tempo = 1 }: Recording & { tempo?: number }): Float32Array[] {
  const inSamples = (ms: number) => Math.round((ms * tempo * sampleRate) / 1000)
  const lead = inSamples(leadMs)
  const tail = Math.max(inSamples(tailMs), inSamples(minClipMs) - lead - samples.length)
  return [new Float32Array(lead), samples, new Float32Array(tail)]
}
