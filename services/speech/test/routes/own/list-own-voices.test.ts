import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())
const voice = (userId: string, voiceId: string, day: number) => ({
  ...{ userId, voiceId, provider: 'elevenlabs', name: voiceId, addedAt: new Date(Date.UTC(2026, 0, day)) },
})

test('an account sees its own voices, oldest first, and no other account’s', async () => {
  const [owner, other] = [newIdentity({ tier: 'pro' }), newIdentity({ tier: 'pro' })]
  await own.ownVoices.add(voice(owner.userId, 'second', 2), 50)
  await own.ownVoices.add(voice(owner.userId, 'first', 1), 50)
  await own.ownVoices.add(voice(other.userId, 'theirs', 1), 50)
  expect(await own.ask(owner, 'GET')).toEqual({
    status: 200,
    body: [
      { id: 'first', name: 'first', provider: 'elevenlabs', addedAt: '2026-01-01T00:00:00.000Z' },
      { id: 'second', name: 'second', provider: 'elevenlabs', addedAt: '2026-01-02T00:00:00.000Z' },
    ].map((one) => expect.objectContaining({ ...one, description: 'A voice of your own', language: 'und' })),
  })
  expect(await own.list(newIdentity({ tier: 'pro' }))).toEqual([])
})
