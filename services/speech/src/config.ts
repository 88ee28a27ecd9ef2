import { availableParallelism } from 'node:os'
import { type VendorName, vendorNames } from '@utter/contracts/voice-vendors'
import { identityPublicKeys } from '@utter/http/identity-keys'
import { messagingConfig } from '@utter/messaging/config'
import { signingKeys } from '@utter/provenance/signing-keys'
import { address, list, processConfig, readConfig, secrets, wholeNumber } from '@utter/runtime/read-config'
import { audioConfig, oneAudioStore } from '@utter/storage/audio/config'
import { mongoAddress } from '@utter/storage/mongo-address'
import { redisAddress } from '@utter/storage/redis/address'
import * as z from 'zod/mini'
import { isConfigured } from './domain/speech-vendors.ts'

const atLeastOne = z.coerce
  .number('must be a whole number')
  .check(z.int('must be a whole number'), z.gte(1, 'must be at least 1'))

const Environment = z.object({
  ...processConfig,
  ...messagingConfig,
  MONGO_URL: mongoAddress,
  REDIS_URL: redisAddress,
  IDENTITY_PUBLIC_KEYS: identityPublicKeys,
  AUDIO_SIGNING_KEY: secrets,
  /** Sign what is stated of sounds and jobs: the same for jobs and speech. */
  SIGNING_KEYS: signingKeys,
  /** A JSON file in the shape of `GET /api/plans` that replaces the standard plans: how many own voices they have. */
  PLANS_FILE: z.optional(z.string()),
  ...audioConfig,
  /** A Piper voice; without it eSpeak speaks in its place. */
  VOICE_DIR: z.optional(z.string()),
  /** The folder of voices that an operator drops in while the process runs. */
  VOICES_DIR: z.optional(z.string()),
  /** The natural voices: Kokoro's model, its vocabulary and its voices. */
  KOKORO_DIR: z.optional(z.string()),
  /** The quick voices of five languages: SVOX Pico's files. */
  PICO_DIR: z.optional(z.string()),
  /** The program `flite` with its libraries; without it eSpeak speaks in its place. */
  FLITE_DIR: z.optional(z.string()),
  /** Id of the voice of this machine that `default` is; absent: the best that it speaks quickly enough. */
  SPEECH_DEFAULT_VOICE: z.optional(z.string()),
  /** Pieces of jobs spoken at once by this process: a voice of this machine takes a core for each. */
  SPEECH_SLOTS: z._default(wholeNumber, Math.max(2, availableParallelism())),
  /** The provider whose voice `default` is; absent: the first vendor that is configured, else this machine. */
  SPEECH_PROVIDER: z.optional(z.enum(['local', ...vendorNames], `must be one of local, ${vendorNames.join(', ')}`)),
  ELEVENLABS_API_KEY: z.optional(z.string()),
  ELEVENLABS_MODEL: z._default(z.string(), 'eleven_multilingual_v2'),
  /** The vendor's voice that is `default`. */
  ELEVENLABS_VOICE_ID: z.optional(z.string()),
  /** A proxy of the vendor, or a stand-in. */
  ELEVENLABS_BASE_URL: z.optional(address),
  /** Calls at once that the vendor's account allows. */
  ELEVENLABS_MAX_CONCURRENT: z._default(atLeastOne, 2),
  /** Chat's key is not taken: it may be for another vendor, and for chat alone. */
  OPENAI_SPEECH_API_KEY: z.optional(z.string()),
  /** Any address with OpenAI's `/audio/speech`. */
  OPENAI_SPEECH_BASE_URL: z.optional(address),
  OPENAI_SPEECH_MODEL: z._default(z.string(), 'gpt-4o-mini-tts'),
  OPENAI_SPEECH_VOICES: z.optional(list),
  OPENAI_SPEECH_MAX_CONCURRENT: z._default(atLeastOne, 8),
  /** Any address with OpenAI's `/audio/transcriptions`, which hears what vendors' voices say; absent: nobody does. */
  TRANSCRIBE_BASE_URL: z.optional(address),
  TRANSCRIBE_API_KEY: z.optional(z.string()),
  TRANSCRIBE_MODEL: z._default(z.string(), 'whisper-1'),
})
type Environment = z.infer<typeof Environment>

/** A vendor that has the default voice can be called. */
const chosenIsConfigured = z.refine<Environment>(
  (env) => !env.SPEECH_PROVIDER || env.SPEECH_PROVIDER === 'local' || isConfigured(env.SPEECH_PROVIDER, env),
  { path: ['SPEECH_PROVIDER'], error: 'names a vendor whose key is not set' },
)
/** Without a key or an address they would be without effect, and nobody would know. */
const hasVendorFor = (variable: keyof Environment, name: VendorName) =>
  z.refine<Environment>((env) => env[variable] === undefined || isConfigured(name, env), {
    path: [variable],
    error: 'is set without the key of its vendor',
  })

const keyHasAddress = z.refine<Environment>((env) => !env.TRANSCRIBE_API_KEY || Boolean(env.TRANSCRIBE_BASE_URL), {
  path: ['TRANSCRIBE_API_KEY'],
  error: 'is set without TRANSCRIBE_BASE_URL',
})

export const Config = Environment.check(
  ...oneAudioStore,
  chosenIsConfigured,
  hasVendorFor('ELEVENLABS_VOICE_ID', 'elevenlabs'),
  hasVendorFor('ELEVENLABS_BASE_URL', 'elevenlabs'),
  hasVendorFor('OPENAI_SPEECH_VOICES', 'openai'),
  keyHasAddress,
)
export type Config = z.infer<typeof Config>
export const config = (): Config => readConfig(Config)
