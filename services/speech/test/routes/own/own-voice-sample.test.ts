import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())
const owner = newIdentity({ tier: 'creator' })
const unknown = problem(404, 'Invalid voice ID', 'invalid_voice')

test('the sample of a blend is for its account alone', async () => {
  const { id } = (await own.blend(owner, [{ voiceId: 'af_heart', weight: 1 }])).body
  expect((await own.ask(owner, 'GET', `/${id}/sample.mp3`)).body.length).toBeGreaterThan(5_000)
  expect(await own.ask(newIdentity({ tier: 'creator' }), 'GET', `/${id}/sample.mp3`)).toMatchObject(unknown)
})

test('a voice of a vendor has one too, and none where the vendor has it no more', async () => {
  own.vendor.voices.push({ voice_id: 'heardClone', name: 'A clone', category: 'cloned' })
  await own.add(owner, 'heardClone')
  expect((await own.ask(owner, 'GET', '/heardClone/sample.mp3')).status).toBe(200)
  const gone = { userId: owner.userId, voiceId: 'goneClone', provider: 'elevenlabs', name: 'Gone', addedAt: new Date() }
  await own.ownVoices.add(gone, 50)
  expect(await own.ask(owner, 'GET', '/goneClone/sample.mp3')).toMatchObject(unknown)
})
