import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openSpeech, signed } from '../../support/open-speech.ts'
import { twoOwners } from '../../support/two-owners.ts'

const { owner, other, ownVoices } = twoOwners()
const speech = await closedAfterAll(openSpeech({ ownVoices }))

test.each(['one', 'default'])('the voice %s, by its id or an alias', async (id) => {
  expect((await speech.ask(`/v1/voices/${id}`)).json()).toMatchObject({ voice_id: 'one' })
})

test('an own voice is told to its account, and is to all others one that does not exist', async () => {
  const asked = (id: string, token?: string) => speech.ask(`/v1/voices/${id}`, signed(token))
  expect((await asked('cloned', callers.account(owner))).json()).toMatchObject({ voice_id: 'cloned', is_owner: true })
  const missing = await asked('nobody', callers.account(other))
  expect([missing.status, missing.json()]).toMatchObject([404, { detail: { status: 'voice_not_found' } }])
  for (const token of [callers.account(other), undefined]) {
    const { status, body } = await asked('cloned', token)
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body })
  }
})
