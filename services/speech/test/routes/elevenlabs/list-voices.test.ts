import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openSpeech, voice } from '../../support/open-speech.ts'

const speech = await closedAfterAll(openSpeech())

test('each voice by its id, its name and what it speaks', async () => {
  const { id, name, description } = voice
  expect((await speech.ask('/v1/voices')).json()).toEqual({
    voices: [
      { voice_id: id, name, category: 'premade', description, labels: expect.objectContaining({ language: 'en-US' }) },
    ],
  })
})
