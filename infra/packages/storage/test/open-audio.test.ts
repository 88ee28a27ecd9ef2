import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '@utter/runtime/read-config'
import { createLog } from '@utter/telemetry/log'
import { openFolder } from '@utter/testing/open-folder'
import { expect, onTestFinished, test } from 'vitest'
import { AudioConfig } from '../src/audio/config.ts'
import { openAudio } from '../src/audio/open.ts'

async function open(env: Record<string, string>) {
  const store = await openAudio(readConfig(AudioConfig, env), createLog('storage', 'silent'))
  onTestFinished(store.close)
  return store
}

test('a folder is made, and can be used until it is gone', async () => {
  await using parent = await openFolder()
  const AUDIO_DIR = join(parent.path, 'audio')
  const { files, check } = await open({ AUDIO_DIR })
  await files.write('ab-1.mp3', Buffer.from('sound'))
  await check()
  await rm(AUDIO_DIR, { recursive: true })
  await expect(check()).rejects.toThrow('ENOENT')
})

test('a bucket that nobody answers for is opened all the same, and its check fails', async () => {
  const { check } = await open({
    AUDIO_BUCKET: 'sounds',
    // A port that is never listened to.
    AUDIO_ENDPOINT: 'http://127.0.0.1:1',
    ...{ AWS_ACCESS_KEY_ID: 'some', AWS_SECRET_ACCESS_KEY: 'key' },
  })
  await expect(check()).rejects.toThrow('The audio bucket is unavailable (ListObjectsV2: ECONNREFUSED)')
})
