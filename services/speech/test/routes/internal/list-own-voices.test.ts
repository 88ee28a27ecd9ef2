import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openSpeech, signed } from '../../support/open-speech.ts'
import { twoOwners } from '../../support/two-owners.ts'

const { owner, other, ownVoices } = twoOwners()
const speech = await closedAfterAll(openSpeech({ ownVoices }))
const voicesOf = async (userId: string) =>
  (await speech.ask(`/internal/accounts/${userId}/voices`, signed(callers.internal('jobs')))).json()

test('jobs gets the own voices of one account, oldest first', async () => {
  expect(await voicesOf(owner.userId)).toMatchObject([
    { id: 'cloned', name: 'My clone', provider: 'elevenlabs' },
    { id: 'blended', name: 'My blend', blend: [{ voiceId: 'one', weight: 1 }] },
  ])
  expect(await voicesOf(other.userId)).toMatchObject([{ id: 'theirs' }])
  expect(await voicesOf(randomUUID())).toEqual([])
})
