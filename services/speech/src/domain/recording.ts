import type { VendorMark } from '@utter/contracts/jobs'
import { VendorError } from '@utter/contracts/vendor-error'
import { completenessAsOutlined, openOutline } from './completeness.ts'
import type { OwnPiece } from './kept/kept-piece.ts'
import { type ClipSamples, joinSamples, type SampleSpool, samplesInMemory } from './samples.ts'
import { maxSoundSeconds } from './speech-limit.ts'
import { completeTake, incomplete, type PieceCheck, pauseOf } from './takes/complete-take.ts'
import type { Speak, SpokenChunk, SpokenPieceOfVoice } from './voice.ts'
import { extentOf, later, type SpokenPiece } from './words/spoken-piece.ts'

/** Progress is reported each time this part of the text has been spoken. */
const reportEvery = 0.2

/** Silence before the speech in its mp3, so that no player's fade touches it. */
export const leadMs = 50
/** Mono samples, −1..1. */
export type Recording = { samples: Float32Array; sampleRate: number }
/**
 * A part of a recording that is complete, with the pause after it, and the factor by which it must still be quickened. `take`: the name of one that was
 * spoken before. `said`: what was spoken when in it, before that.
 */
export type RecordedPiece = Recording & { tempo: number; take?: string; said: SpokenPiece }
/** A stretch of a recording, in samples, that one voice has spoken: its id, absent: the job's own. */
export type VoiceRun = { voiceId: string | undefined; from: number; to: number }
/**
 * `recordings`: pieces that were spoken, those spoken again too. `tempo`: the factor by which all of it must still be quickened. `pieces`: what was
 * spoken when, before that. `runs`: which voice has spoken which of the samples. `vendorMark`: a vendor's file of it carried a manifest.
 */
export type Recorded = {
  samples: ClipSamples
  sampleRate: number
  recordings: number
  tempo: number
  pieces: SpokenPiece[]
  runs: VoiceRun[]
  vendorMark?: VendorMark
}

/**
 * The text, spoken whole. Each piece is checked for silence, a cut end and a time far from that of its text, and spoken again alone: the pieces
 * before it are not paid for twice. Between two pieces `pass` lets others go first. `checkOf` says how else a piece is checked; absent: by its shape alone.
 * @throws VendorError transient `empty_speech` when nothing came; permanent `text_left_out` when a piece is incomplete each
 * time, `voice_ran_on` when it is too long, `speech_incomplete` when no control says the same, or each take is heard with a fault; `speech_too_long` when all of it is
 */
export async function record(
  speak: Speak,
  {
    text,
    speed = 1,
    onDone,
    pass = async () => {},
    onPiece,
    checkOf = () => 'shape',
    onTake = () => {},
    into = samplesInMemory(),
    onWhole = async () => {},
  }: {
    text: string
    speed?: number | undefined
    onDone(done: number): void
    pass?: (() => Promise<void>) | undefined
    checkOf?: ((chunk: SpokenChunk) => PieceCheck) | undefined
    /** A piece was spoken once more: the voice is at work. */
    onTake?: (() => void) | undefined
    /** Where its samples are kept. */
    into?: SampleSpool | undefined
    /** A piece that may be kept was found whole; it is kept before the piece behind the next one is spoken. */
    onWhole?: ((piece: OwnPiece) => Promise<void>) | undefined
    /** @param spoken the same as the voice has spoken it, without the pauses */
    onPiece?: ((piece: RecordedPiece, spoken: SpokenPieceOfVoice & { text: string }) => void) | undefined
  },
): Promise<Recorded> {
  await into.clear()
  const pieces: SpokenPiece[] = []
  const runs: VoiceRun[] = []
  /** Stretches without the silences of marks, which are none of a voice's. */
  const heard: [from: number, to: number][] = []
  let sampleRate = 0
  let reported = 0
  let recordings = 0
  let tempo = 1
  let seconds = 0
  let vendorMark: VendorMark | undefined
  let [letters, atOwnSpeed] = [0, 0]
  for await (const chunk of speak(text)) {
    sampleRate = chunk.sampleRate
    tempo = chunk.tempo ?? 1
    vendorMark ??= chunk.vendorMark
    const spoken = (speed * (chunk.rate ?? 1)) / tempo
    letters += chunk.text.length
    atOwnSpeed += chunk.text.length / spoken
    seconds += chunk.samples.length / sampleRate
    if (seconds > maxSoundSeconds(text) / spoken) throw tooLong()
    const check = checkOf(chunk)
    const { samples, takes, own } = isKnownWhole(chunk, check)
      ? { samples: chunk.samples, takes: 1, own: chunk.own }
      : await completeTake(speak, chunk, { speed: spoken, check, onTake })
    // A piece that was taken was spoken by another recording, which has let others go first.
    const isTaken = chunk.own?.before !== undefined
    recordings += isTaken ? takes - 1 : takes
    if (own) await onWhole(own)
    const { startMs, endMs } = extentOf({ samples, sampleRate })
    const silence = (ms = 0) => new Float32Array(Math.round((ms * tempo * sampleRate) / 1_000))
    const [before, after] = [silence(chunk.beforeMs), silence(chunk.afterMs)]
    const inMs = (count: number) => (count * 1_000) / sampleRate
    // A take that was spoken again may have its words elsewhere.
    const isFirstTake = samples === chunk.samples
    const words = isFirstTake ? chunk.words : undefined
    const said = later({ text: chunk.text, startMs, endMs, ...(words && { words }) }, inMs(before.length))
    pieces.push(later(said, inMs(into.length)))
    const pause = pauseOf(chunk, spoken)
    const piece = [before, samples, pause, after]
    onPiece?.(
      { samples: joinSamples(piece), sampleRate, tempo, said, ...(isFirstTake && chunk.take && { take: chunk.take }) },
      {
        ...{ text: chunk.text, samples, sampleRate },
        ...(words && { words }),
      },
    )
    const from = into.length + before.length
    runs.push({ voiceId: chunk.voiceId, from, to: from + samples.length })
    heard.push([from, from + samples.length + pause.length])
    for (const part of piece) await into.append(part)
    if (chunk.done - reported >= reportEvery || chunk.done === 1) {
      reported = chunk.done
      onDone(chunk.done)
    }
    if (chunk.done < 1 && !isTaken) await pass()
  }
  if (into.length === 0) throw new VendorError('transient', 'empty_speech', 'The voice said nothing')
  // Pieces of a word or two are too short to be checked each. Markup and addresses of links are in the text and are not spoken.
  const whole = completenessAsOutlined({
    text: pieces.map(({ text }) => text).join(' '),
    ...(await outlineOf(into, heard, sampleRate)),
    speed: letters / atOwnSpeed,
  })
  if (!whole.ok) throw incomplete(whole)
  return { samples: into, sampleRate, recordings, tempo, pieces, runs, ...(vendorMark && { vendorMark }) }
}

async function outlineOf(samples: ClipSamples, stretches: [from: number, to: number][], sampleRate: number) {
  const length = stretches.reduce((sum, [from, to]) => sum + to - from, 0)
  const durationMs = (length / sampleRate) * 1_000
  const outline = openOutline({ length, durationMs })
  for (const stretch of stretches) for await (const part of samples.parts(...stretch)) outline.add(part)
  return { outline, durationMs }
}

/** Whether a piece that was kept has been held against its text as this recording asks it. */
const isKnownWhole = ({ own }: SpokenChunk, check: PieceCheck): boolean =>
  own?.before !== undefined && (check === 'shape' || own.before.checked === 'words')

const tooLong = () =>
  new VendorError(
    'permanent',
    'speech_too_long',
    'This text takes too long to speak: a voice names its signs one by one',
  )
