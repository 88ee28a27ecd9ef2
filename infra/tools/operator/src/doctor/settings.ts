import { kafkaConfig } from '@utter/messaging/config'
import { audioConfig } from '@utter/storage/audio/config'
import * as z from 'zod/mini'

const text = z.optional(z.string())
const kafkaTexts = Object.fromEntries(Object.keys(kafkaConfig).map((name) => [name, text])) as Record<
  keyof typeof kafkaConfig,
  typeof text
>

/** Variables that the doctor alone reads, as they are written: each may be absent, and a wrong one is a row of the report. */
export const DoctorSettings = z.object({
  NODE_ENV: text,
  PUBLIC_URL: text,
  TRUSTED_PROXIES: text,
  CHAT_URL: text,
  NOTIFIER_URL: text,
  REFERRAL_URL: text,
  KAFKA_PARTITIONS: text,
  IDENTITY_PUBLIC_KEYS: text,
  AUDIO_SIGNING_KEY: text,
  WEBHOOK_SECRETS_KEY: text,
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text,
  ELEVENLABS_API_KEY: text,
  ELEVENLABS_BASE_URL: text,
  OPENAI_SPEECH_API_KEY: text,
  OPENAI_SPEECH_BASE_URL: text,
  TRANSCRIBE_BASE_URL: text,
  TRANSCRIBE_API_KEY: text,
})
/** The same, with the variables of the stores and the operator's own. */
export const ExaminedSettings = z.object({
  ...DoctorSettings.shape,
  ...kafkaTexts,
  MONGO_URL: text,
  REDIS_URL: text,
  IDENTITY_KEY: text,
  ...audioConfig,
  AUDIO_BUCKET: text,
  AUDIO_ENDPOINT: text,
})
export type ExaminedSettings = z.infer<typeof ExaminedSettings>
