import { audioOf } from '@utter/local/processes/processes'
import { readSecrets } from '@utter/local/secrets'
import { readSettings } from '@utter/local/settings'
import { readConfig } from '@utter/runtime/read-config'
import { AudioConfig } from '@utter/storage/audio/config'
import type { AudioFiles, AudioStore } from '@utter/storage/audio/files'
import { openAudio } from '@utter/storage/audio/open'
import { createLog } from '@utter/telemetry/log'
import type { Stores } from '../invariants/snapshot.ts'
import { testTarget } from './operator.ts'
import { ownPlatform } from './provided.ts'

/** Whether the platform under test keeps its audio in a bucket: there is no disk then that could be full. */
export const hasBucket = Boolean(readSettings(process.env).env.AUDIO_BUCKET)

let opened: Promise<AudioStore> | undefined

/** The audio of the platform under test, in its folder or its bucket. */
export async function testAudio(): Promise<AudioFiles> {
  const settings = readSettings({ ...process.env, UTTER_DATA: ownPlatform().dataDir })
  const env = { ...settings.env, ...audioOf(settings) }
  opened ??= openAudio(readConfig(AudioConfig, env), createLog('tests', 'warn'))
  return (await opened).files
}

/** The stores of the platform under test, for the checker. */
export async function testStores(): Promise<Stores> {
  return { mongoUrl: (await testTarget()).run.backing.MONGO_URL ?? '', audio: await testAudio() }
}

/** The Redis of the platform under test: that of the environment, or the one that was started, with its password, which run.json does not have. */
export async function testRedisUrl(): Promise<string> {
  const { REDIS_URL } = readSettings(process.env).env
  if (REDIS_URL) return REDIS_URL
  const [{ run }, { REDIS_PASSWORD }] = await Promise.all([testTarget(), readSecrets(ownPlatform().dataDir, {})])
  return (run.backing.REDIS_URL ?? '').replace('//', `//:${REDIS_PASSWORD}@`)
}
