import * as z from 'zod/mini'

/** The lines of the settings screen about processes: each writes its own to Redis, where account reads them. */
export const settingNames = [
  'chatModelKey',
  'speechProviderKey',
  'localToken',
  'sharedSecret',
  'chatModel',
  'chatModelClass',
  'speechModel',
] as const
export type SettingName = (typeof settingNames)[number]

/** The writer of the replies: a model of some hundred million parameters on this machine, a better one there, or a vendor outside. */
export const ChatModelClass = z.enum(['small', 'good', 'vendor'])
export type ChatModelClass = z.infer<typeof ChatModelClass>

/** Key of a line in Redis: written again each minute, and gone with the processes that write it. */
export const settingKey = (name: SettingName | '*'): string => `setting:${name}`
export const settingLifetimeSeconds = 180

/**
 * Steps whose present version is in Redis next to the settings, as long as those: a string for chat, a `VoiceVersions`
 * for speech.
 */
export const versionNames = ['chat', 'speech'] as const
export type VersionName = (typeof versionNames)[number]
export const versionKey = (name: VersionName | '*'): string => `version:${name}`

/** In the versions of the voices: there may be voices besides, of a vendor or of an account's own. */
export const otherVoices = '*'

/** In the versions of the voices, where blends are spoken: that of each, since what a blend is made of never changes under its id. */
export const blends = 'blend-*'
export const isBlendId = (voiceId: string): boolean => /^blend-[0-9a-f]{32}$/.test(voiceId)

/** The version of each voice, by its id and by each of its aliases. */
export const VoiceVersions = z.record(z.string(), z.string())
export type VoiceVersions = z.infer<typeof VoiceVersions>

/** Key in Redis of the voices' languages, next to their versions. */
export const voiceLanguagesKey = 'voices:languages'
/** The languages (BCP 47) of each voice that speaks no others, by its id and each of its aliases but `default`. */
export const VoiceLanguages = z.record(z.string(), z.array(z.string()))
export type VoiceLanguages = z.infer<typeof VoiceLanguages>

/** Key in Redis of the voices by their names, next to their versions. */
export const voiceNamesKey = 'voices:names'
/** The voice that an id or an alias names, the settings of a job that act on it, and whether it takes the sounds of a word. */
export const VoiceNames = z.record(
  z.string(),
  z.object({ id: z.string(), settings: z.array(z.string()), phonemes: z.optional(z.literal(true)) }),
)
export type VoiceNames = z.infer<typeof VoiceNames>

/** Key in Redis, next to the versions: there while a transcriber hears what voices of vendors outside say. */
export const voicesHeardKey = 'voices:heard'

/** The writer of replies as one string: another model is another version. */
export const chatVersion = ({ provider, model }: { provider: string; model: string }): string => `${provider}/${model}`
type Speaker = { provider: string; model: string; voice: string; textRules?: string | undefined }
/**
 * The speaker as one string: another voice, another model and another version of it are other versions, and so are other rules for
 * the text that it speaks. A worker of an earlier version reported no rules.
 */
export const speechVersion = ({ provider, model, voice, textRules }: Speaker): string =>
  [provider, model, voice, ...(textRules === undefined ? [] : [textRules])].join('/')

/** The longest reply of a chat model, in tokens. */
export const maxCompletionTokens = 300
/** 48 kHz, 128 kbit/s. */
export const outputFormat = 'mp3_48000_128'

/** The shortest secret whose end is shown: in a shorter one the last characters would be a great part of it. */
const minLength = 12

/** A secret as its line shows it: dots, and its last 4 characters. It must not leave its process in any other form. */
export function maskedSecret(secret: string | undefined): string {
  if (!secret) return 'Not set (local model)'
  return `••••••••${secret.length < minLength ? '' : secret.slice(-4)}`
}
