import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openSpeech, signed } from '../../support/open-speech.ts'

const speech = await closedAfterAll(openSpeech())

test('jobs gets the voices that everybody gets', async () => {
  const voices = (await speech.ask('/internal/voices', signed(callers.internal('jobs')))).json()
  expect(voices.length).toBeGreaterThan(0)
  expect(voices).toEqual((await speech.ask('/api/voices')).json())
})
