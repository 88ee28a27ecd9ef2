import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openSpeech } from '../../support/open-speech.ts'

const speech = await closedAfterAll(openSpeech())

test.each(['one', 'default'])('the voice %s, by its id or an alias', async (id) => {
  expect((await speech.ask(`/v1/voices/${id}`)).json()).toMatchObject({ voice_id: 'one' })
})

test('an unknown voice is a 404 in the shape that the clients read', async () => {
  const answer = await speech.ask('/v1/voices/nobody')
  expect([answer.status, answer.json()]).toMatchObject([404, { detail: { status: 'voice_not_found' } }])
})
