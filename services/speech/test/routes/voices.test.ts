import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openSpeech, signed, voice } from '../support/open-speech.ts'

const speech = await closedAfterAll(openSpeech())

test.each([
  ['a visitor', callers.visitor],
  ['a session', callers.account(newIdentity())],
  ['a key without a scope', callers.key([])],
])('the voices are for %s', async (_, token) => {
  expect((await speech.ask('/api/voices', signed(token))).status).toBe(200)
})

test('each voice is shown with its sample, and without the model that speaks it', async () => {
  const secret = { ...voice, id: 'a/b', path: '/secret' }
  const { model: _, ...shown } = voice
  await using other = await openSpeech({ speech: { voices: async () => [voice, secret] } as never })
  expect((await other.ask('/api/voices')).json()).toEqual([
    { ...shown, sampleUrl: '/api/voices/one/sample.mp3' },
    { ...shown, id: 'a/b', sampleUrl: '/api/voices/a%2Fb/sample.mp3' },
  ])
})

test('an unlisted voice is in no list, and its sample is heard', async () => {
  const unlisted = { ...voice, id: 'slt', isUnlisted: true }
  await using other = await openSpeech({ speech: { voices: async () => [voice, unlisted] } as never })
  const ids = async (path: string) => {
    const body = (await other.ask(path)).json()
    return (body.voices ?? body).map(({ id, voice_id }: { id?: string; voice_id?: string }) => id ?? voice_id)
  }
  expect(await ids('/api/voices')).toEqual([voice.id])
  expect(await ids('/v1/voices')).toEqual([voice.id])
  expect((await other.ask('/v1/voices/slt')).json()).toMatchObject({ voice_id: 'slt' })
})

test('a provider that is unavailable is a 503', async () => {
  const voices = async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  await using other = await openSpeech({ speech: { voices } as never })
  expect((await other.ask('/api/voices')).status).toBe(503)
})
