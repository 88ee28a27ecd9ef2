import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openSpeech, signed } from '../../support/open-speech.ts'

const since = '2026-03-20T12:00:00.000Z'
const switches = {
  off: async () => new Map([['openai', new Date(since)]]),
  switchOff: () => expect.fail('switched'),
  switchOn: () => expect.fail('switched'),
}
const speech = await closedAfterAll(openSpeech({ vendors: ['elevenlabs', 'openai'], switches }))

test('each vendor that is configured, and since when it is off', async () => {
  const answer = await speech.ask('/internal/vendors', signed(callers.internal('operator')))
  expect(answer.json()).toEqual({
    vendors: [
      { name: 'elevenlabs', isOff: false },
      { name: 'openai', isOff: true, since },
    ],
  })
})
