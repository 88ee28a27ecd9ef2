import type { Blend } from '@utter/contracts/http/own-voices'
import type { VoiceView } from '@utter/contracts/http/voices'
import type { TtsSettings, VendorMark } from '@utter/contracts/jobs'
import type { OwnPiece } from './kept/kept-piece.ts'
import type { SaidWord } from './marks/said-words.ts'
import type { SoundedWords } from './words/sounded-words.ts'

/**
 * A job's settings of the voice, each 0..1, and `speed`, 0.5..2, absent: 1. A provider applies those that its vendor has; its docstring names
 * the others.
 */
export type VoiceSettings = TtsSettings

/** How a text is read: by the rules of a language (BCP 47; absent, or none of the voice's: the voice's first), and with `off` as it was written. */
export type Reading = { language?: string | undefined; normalization?: 'off' | undefined }

/**
 * `userId`: the account that speaks, whose own voices it may name; without it the voices for everybody speak alone. `blend`: the voices that
 * are mixed, of which `voiceId` is the first. `whenIdle`: behind all other work of this machine's natural voices. `words` are spoken by their sounds, by a
 * voice that takes these: their names stand for them in the text, and in the chunks. The same `seed` has a voice with noise of its own
 * speak the same samples; absent: others each time. A piece that was `spoken` before is not spoken again. `isTimed`: the words' times are
 * kept, so that a vendor that tells them when it is asked to is asked.
 */
export type SpeakRequest = Reading & {
  text: string
  voiceId: string
  settings: VoiceSettings
  seed?: number
  userId?: string
  blend?: Blend
  whenIdle?: boolean
  words?: SaidWord[]
  isTimed?: boolean
  spoken?: SpokenBefore
}

/** The pieces of a text that were spoken before, by their place in it, which are asked for in order; undefined for one that was not. */
export type SpokenBefore = (pieces: string[]) => (index: number) => Promise<SpokenPieceOfVoice | undefined>

/**
 * A piece as a voice has spoken it, with when each of its words is heard, where the voice tells it. `take`: the name of one that was spoken before.
 * `vendorMark`: its vendor's file carried a manifest, which is not kept.
 */
export type SpokenPieceOfVoice = {
  samples: Float32Array
  sampleRate: number
  words?: SoundedWords
  take?: string
  vendorMark?: VendorMark
}

/**
 * A piece of the text (about a sentence), in order: its text, its mono samples, and the silence that follows them. `done` is 0..1 of the
 * text. A piece may be spoken again by its own text. `tempo` is the factor by which it must still be quickened, where its vendor does not go
 * as far as the settings; absent: 1. `words`: when each of the words that are heard is, where the voice tells it. Marks give `rate`, the factor of the
 * speed at which it was spoken; `beforeMs` and `afterMs`, silences that no speed changes; `voiceId`, where another voice than the job's own has spoken it.
 * `take`: the name of one that was spoken before. `own`: the piece as its voice has spoken it, where it may be kept.
 */
export type SpokenChunk = {
  text: string
  samples: Float32Array
  sampleRate: number
  pauseMs: number
  done: number
  tempo?: number
  words?: SoundedWords
  rate?: number
  beforeMs?: number
  afterMs?: number
  voiceId?: string
  take?: string
  vendorMark?: VendorMark
  own?: OwnPiece
}

/**
 * Why a text is spoken once more. `take`: how often it was spoken before, so that a seed gives each take noise of its own. `control`: the number, from 1, of what
 * is spoken in another way, to be held against a take, and not to be heard.
 */
export type Retake = { take: number; control?: number | undefined }

/** Speaks a text as a job has it spoken. */
export type Speak = (text: string, again?: Retake) => AsyncIterable<SpokenChunk>

/**
 * A transcriber of speech. `hear` returns the words of a clip as it writes them down; undefined where it does not answer in time, or with no words. It throws
 * the signal's reason alone. `model`: its name.
 */
export type Hearing = {
  model: string
  hear(
    clip: { samples: Float32Array; sampleRate: number },
    options: { language?: string | undefined; signal: AbortSignal },
  ): Promise<string | undefined>
}

/**
 * A voice as `GET /api/voices` shows it; `model` names what speaks it, with its version, in letters, digits, `.` and `-`. `isUnlisted`: it is in no
 * list that is shown, and speaks for those who name it.
 */
export type Voice = Omit<VoiceView, 'sampleUrl'> & { model: string; isUnlisted?: true }

/**
 * A vendor of voices. `speak` throws a `VendorError` (an unknown voice: permanent, `invalid_voice`) and, when the signal aborts, the
 * signal's reason; leaving its loop early stops the vendor as an abort does. Nothing is spoken before the first chunk is requested.
 */
export type SpeechProvider = {
  name: string
  /** The voices for everybody. @throws VendorError of a vendor outside, while its list could not be read */
  voices(): Promise<Voice[]>
  /**
   * A voice by its id or alias, listed or not: with `userId` one that this account may use, without it any that is there.
   * Absent: there are none but the listed ones. @throws VendorError
   */
  find?(voiceId: string, options: { userId?: string; signal: AbortSignal }): Promise<Voice | undefined>
  /** Asks a vendor outside whether it can be used. @throws VendorError `speech_not_configured` for a key that it refuses */
  check?(): Promise<void>
  speak(request: SpeakRequest, options: { signal: AbortSignal }): AsyncIterable<SpokenChunk>
  close(): Promise<void>
}

/** A voice of an account alone: a blend, or one of a vendor, with what was known of that when it was added. */
export type OwnVoice = {
  userId: string
  voiceId: string
  provider: string
  name: string
  addedAt: Date
  blend?: Blend
  traits?: VoiceTraits
}
export type VoiceTraits = Pick<Voice, 'description' | 'language' | 'languages' | 'sex' | 'speedClass' | 'settings'>

/** The voices that accounts have as their own: undefined for one that is not this account's. */
export type OwnVoices = { find(userId: string, voiceId: string): Promise<OwnVoice | undefined> }
