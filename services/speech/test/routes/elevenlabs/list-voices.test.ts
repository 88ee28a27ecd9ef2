import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openSpeech, signed, voice } from '../../support/open-speech.ts'
import { twoOwners } from '../../support/two-owners.ts'

const { owner, other, ownVoices } = twoOwners()
const speech = await closedAfterAll(openSpeech({ ownVoices }))
const listed = async (token?: string) =>
  ((await speech.ask('/v1/voices', signed(token))).json() as { voices: { voice_id: string }[] }).voices

test('each voice by its id, its name and what it speaks', async () => {
  const { id, name, description } = voice
  const labels = expect.objectContaining({ language: 'en-US' })
  expect(await listed()).toEqual([{ voice_id: id, name, category: 'premade', description, labels, is_owner: false }])
})

test('the own voices of the account that asks are last, and no other’s are there', async () => {
  const [, ...own] = await listed(callers.account(owner))
  expect(own).toMatchObject([
    { voice_id: 'cloned', name: 'My clone', category: 'cloned', is_owner: true },
    { voice_id: 'blended', name: 'My blend', category: 'generated', is_owner: true },
  ])
  expect((await listed(callers.account(other))).map(({ voice_id: id }) => id)).toEqual(['one', 'theirs'])
})
