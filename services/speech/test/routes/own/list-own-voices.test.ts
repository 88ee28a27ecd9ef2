import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())
const voice = (userId: string, voiceId: string, day: number) => ({
  ...{ userId, voiceId, provider: 'elevenlabs', name: voiceId, addedAt: new Date(Date.UTC(2026, 0, day)) },
})

test('an account sees its own voices, oldest first, and no other account’s', async () => {
  const [owner, other] = [newIdentity(), newIdentity()]
  await own.ownVoices.add(voice(owner.userId, 'second', 2))
  await own.ownVoices.add(voice(owner.userId, 'first', 1))
  await own.ownVoices.add(voice(other.userId, 'theirs', 1))
  expect(await own.ask(owner, 'GET')).toEqual({
    status: 200,
    body: [
      { id: 'first', name: 'first', provider: 'elevenlabs', addedAt: '2026-01-01T00:00:00.000Z' },
      { id: 'second', name: 'second', provider: 'elevenlabs', addedAt: '2026-01-02T00:00:00.000Z' },
    ],
  })
  expect(await own.list(newIdentity())).toEqual([])
})
