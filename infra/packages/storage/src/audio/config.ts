import { address } from '@utter/runtime/read-config'
import * as z from 'zod/mini'

/** Variables of each process that opens the audio: a folder, or a bucket. */
export const audioConfig = {
  /** The folder of the mp3s. */
  AUDIO_DIR: z.optional(z.string()),
  /** The bucket of the mp3s, in place of the folder. */
  AUDIO_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  ),
  /** The address of a server that speaks like S3, with its protocol; without it Amazon's. */
  AUDIO_ENDPOINT: z.optional(address),
  AUDIO_REGION: z._default(z.string(), 'us-east-1'),
  /** A key of the bucket. Without it the SDK looks where it always does: a web identity, a role, a file. */
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  AWS_SESSION_TOKEN: z.optional(z.string()),
}
export type AudioEnv = z.infer<z.ZodMiniObject<typeof audioConfig>>

/** Either a folder or a bucket: with both the place of a sound would be unknown. */
export const oneAudioStore = [
  z.refine<AudioEnv>(({ AUDIO_DIR, AUDIO_BUCKET }) => AUDIO_DIR !== undefined || AUDIO_BUCKET !== undefined, {
    path: ['AUDIO_DIR or AUDIO_BUCKET'],
  }),
  z.refine<AudioEnv>(({ AUDIO_DIR, AUDIO_BUCKET }) => AUDIO_DIR === undefined || AUDIO_BUCKET === undefined, {
    path: ['AUDIO_DIR'],
    error: 'and AUDIO_BUCKET are both set: set one of them',
  }),
] as const

/** The same for a program that needs nothing else, such as a tool. */
export const AudioConfig = z.object(audioConfig).check(...oneAudioStore)
