import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Log } from '@utter/telemetry/log'
import { openAudioBucket } from './bucket.ts'
import type { AudioEnv } from './config.ts'
import type { AudioStore } from './files.ts'
import { openAudioFolder } from './folder.ts'

/**
 * The audio that the environment names. A process starts even if its bucket does not answer: the log names the fault,
 * and `check` fails until that is over.
 */
export async function openAudio(env: AudioEnv, log: Log): Promise<AudioStore> {
  const { AUDIO_DIR, AUDIO_BUCKET, AUDIO_ENDPOINT, AUDIO_REGION } = env
  if (AUDIO_BUCKET === undefined) return openFolder(AUDIO_DIR ?? '')
  const store = openAudioBucket(
    { bucket: AUDIO_BUCKET, region: AUDIO_REGION, endpoint: AUDIO_ENDPOINT, credentials: credentialsOf(env) },
    log,
  )
  await store.check().catch(() => {})
  return store
}

async function openFolder(folder: string): Promise<AudioStore> {
  const files = await openAudioFolder(folder)
  return { files, check: () => access(folder, constants.R_OK | constants.W_OK), close: () => {} }
}

function credentialsOf({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }: AudioEnv) {
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return undefined
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  }
}
