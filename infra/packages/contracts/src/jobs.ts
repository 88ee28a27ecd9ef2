import * as z from 'zod/mini'
import { Instant } from './ids.ts'

/** Shown states. `submitting` exists inside jobs alone. */
export const jobStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export const JobStatus = z.enum(jobStatuses)
export type JobStatus = z.infer<typeof JobStatus>

export const isFinal = (status: string): boolean => status === 'completed' || status === 'failed'

export const stages = ['chat', 'speech'] as const
export const Stage = z.enum(stages)
export type Stage = z.infer<typeof Stage>

/** The order of what can happen to a job; a job's rank never falls. `/api/tts` jobs start at `replyWritten`. */
export const rank = {
  submitted: 0,
  chatStarted: 1,
  replyWritten: 2,
  speechStarted: 3,
  speechProgressed: 4,
  stored: 5,
} as const

/** Percent at each step; speaking moves it from `speechStarted` to `spoken`. */
export const progress = {
  submitted: 0,
  chatStarted: 10,
  replyWritten: 40,
  speechStarted: 50,
  spoken: 90,
  stored: 100,
} as const

export const ttsDefaults = { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true } as const
export const defaultVoiceId = 'default'
export const defaultSessionId = 'default'

/** Characters, keys and bytes that a request may have. */
export const limits = {
  ttsText: 10_000,
  /** With its marks, which are no characters of the text. */
  markedText: 20_000,
  replyText: 4_000,
  id: 200,
  webhookUrl: 500,
  metadataKeys: 50,
  metadataBytes: 8 * 1024,
  tags: 10,
  tag: 128,
  username: 100,
  minUsername: 3,
  email: 255,
  password: 128,
  minPassword: 8,
  referralCode: 20,
  clientErrorMessage: 1_000,
  clientErrorStack: 8_000,
  clientErrorPath: 500,
} as const

/** The slowest and the quickest `speed`; 1 is the voice's own. */
export const speedLimits = { min: 0.5, max: 2 } as const

export const TtsSettings = z.object({
  stability: z.number(),
  similarityBoost: z.number(),
  style: z.number(),
  speakerBoost: z.boolean(),
  /** Absent: 1. */
  speed: z.optional(z.number()),
})
export type TtsSettings = z.infer<typeof TtsSettings>

/** The mp3 of a job, as speech stored it. `name` never leaves the house. */
export const AudioRef = z.object({
  name: z.string(),
  sizeBytes: z.int(),
  durationMs: z.int(),
  /** About 120 values from 0 to 1 for the drawing of the wave. */
  peaks: z.array(z.number()),
  /**
   * SHA-256, in hex, of the samples as the voice has spoken them, in 16 bit, before their loudness and the rest of their tempo. Absent: stored by a
   * version that did not make it.
   */
  pcmHash: z.optional(z.string()),
  /** Bytes before the first frame of sound: the tag, and the frame with the length. Absent: stored without a tag, so that there are 384. */
  headBytes: z.optional(z.int()),
  /** SHA-256, in hex, of the frames of sound. Absent: stored by a version that did not make it. */
  framesHash: z.optional(z.string()),
})
export type AudioRef = z.infer<typeof AudioRef>

/**
 * The work on a job's reply. `tokens` counts those that the model wrote. Without a provider: reported by a worker of an
 * earlier version.
 */
export const ChatWork = z.object({ provider: z.optional(z.string()), model: z.string(), tokens: z.int() })
export type ChatWork = z.infer<typeof ChatWork>

/** A text that is longer, in characters, takes the bulk lane: it is spoken beside the others, and never before them. */
const maxFastCharacters = 1_000
export const isLongText = (text: string): boolean => text.length > maxFastCharacters

/** Longest text that is heard while it is spoken, in characters: no reply is longer. */
export const maxLiveCharacters = 2_000

/** How a sound is held against its text: by its length, silence and end; or by its words too. */
export const Checked = z.enum(['shape', 'words'])
export type Checked = z.infer<typeof Checked>

/** A voice that a mark of a job's text names, in whose place another has spoken. */
export const VoiceInstead = z.object({ voiceId: z.string(), voiceUsed: z.string(), provider: z.string() })
export type VoiceInstead = z.infer<typeof VoiceInstead>

/** A manifest that a vendor's file carried: C2PA's. Its samples alone are taken. */
export const VendorMark = z.literal('c2pa')
export type VendorMark = z.infer<typeof VendorMark>

/**
 * The work on a job's speech. `model` has its version in it, so that another version is another string; `voice` is the
 * voice's id, even where the job named an alias. `recordings` counts the pieces that were spoken, those spoken again
 * too; at `storingAt` the last one was spoken, and mastering started. All absent: reported by a worker of an earlier
 * version.
 */
export const SpeechWork = z.object({
  provider: z.optional(z.string()),
  model: z.optional(z.string()),
  voice: z.optional(z.string()),
  /** Voices of the text's marks in whose place others have spoken, by `fallback`, each by the id that names it. */
  instead: z.optional(z.array(z.object({ voiceId: z.string(), voice: z.string(), provider: z.string() }))),
  /** The version of the rules by which the text was made ready for the voice. */
  textRules: z.optional(z.string()),
  /** Length of the text that was spoken. */
  characters: z.optional(z.int()),
  /** Characters of the pieces that the sound of no earlier job of the account has; absent: all of them, as for a job of no work. */
  newCharacters: z.optional(z.int()),
  recordings: z.optional(z.int()),
  /** Time in a worker's slot, in ms: what the job took from the others. */
  workMs: z.optional(z.int()),
  storingAt: z.optional(Instant),
  /** How the sound was held against the text. */
  checked: z.optional(Checked),
  /** Absent: none was seen. */
  vendorMark: z.optional(VendorMark),
})
export type SpeechWork = z.infer<typeof SpeechWork>

/**
 * The voices that may speak a job while the vendor of its own is away: those of other providers that speak the text's language; or, where there is
 * none, the default voice of the machine too.
 */
export const Fallback = z.enum(['same_language', 'any'])
export type Fallback = z.infer<typeof Fallback>
