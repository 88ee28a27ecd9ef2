import * as z from 'zod/mini'
import { Instant } from '../ids.ts'
import type { TtsSettings } from '../jobs.ts'

/** The settings of a job that a voice may act on. */
export const voiceSettingNames = [
  'stability',
  'similarityBoost',
  'style',
  'speakerBoost',
] as const satisfies (keyof TtsSettings)[]

/**
 * A voice that the running speech provider knows; no two sound the same. `aliases` are valid as a `voiceId` too. A service of before does not
 * name the languages, the class and the settings.
 */
export const VoiceView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** BCP 47, as are `languages`, of which it is the first. */
  language: z.string(),
  languages: z._default(z.array(z.string()), []),
  sex: z.optional(z.enum(['female', 'male'])),
  /** `quick` takes a small part of a second for each second of speech, `natural` about as long as the speech lasts. */
  speedClass: z._default(z.enum(['quick', 'natural']), 'quick'),
  /** The settings that change how it sounds; the others are without effect. */
  settings: z._default(z.array(z.enum(voiceSettingNames)), [...voiceSettingNames]),
  /** Whether it takes the sounds of a word, `[say:cat|kæt]`; each other mark is done for every voice. */
  phonemes: z.optional(z.literal(true)),
  provider: z.string(),
  aliases: z.array(z.string()),
  /** A sentence in this voice, for everybody; 503 until it is made. */
  sampleUrl: z.string(),
})
export type VoiceView = z.infer<typeof VoiceView>
export const VoiceList = z.array(VoiceView)

/** A voice of an account alone: `id` is valid as its `voiceId`. */
export const OwnVoiceView = z.extend(VoiceView, {
  /** Absent: a voice of a vendor's account. */
  blend: z.optional(z.array(z.object({ voiceId: z.string(), weight: z.number() }))),
  addedAt: Instant,
})
export type OwnVoiceView = z.infer<typeof OwnVoiceView>
export const OwnVoiceViews = z.array(OwnVoiceView)
