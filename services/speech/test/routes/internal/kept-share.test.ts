import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { countingVoices } from '../../support/counting-voices.ts'
import { usual } from '../../support/local-voice.ts'
import { callers, openSpeech, signed } from '../../support/open-speech.ts'

const userId = randomUUID()
const pieces = {
  hasAny: async (asked: string) => asked === userId,
  used: async (_: string, keys: string[]) => keys.slice(0, 1),
}
const speech = await closedAfterAll(openSpeech({ speech: countingVoices().speech, pieces }))
const ask = async (of: string, body: object, token = callers.internal('jobs')) => {
  const { status, json } = await speech.ask(`/internal/accounts/${of}/kept`, signed(token), 'POST', body)
  return { status, body: json() }
}
const question = { text: 'One. Two.', voiceId: 'one', ttsSettings: usual }

test('jobs gets the share of a text that an account has kept', async () => {
  expect(await ask(userId, question)).toEqual({ status: 200, body: { hasAny: true, share: 0.5 } })
  expect(await ask(randomUUID(), question)).toEqual({ status: 200, body: { hasAny: false, share: 0 } })
})

test('409 for a text that could not be spoken', async () => {
  expect(await ask(userId, { ...question, voiceId: 'nobody' })).toMatchObject(
    problem(409, 'Invalid voice ID', 'invalid_voice'),
  )
})

test('another service is refused', async () => {
  expect((await ask(userId, question, callers.internal('notifier'))).status).toBe(401)
})
