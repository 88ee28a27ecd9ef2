import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity, openSpeech, owner, signed } from './support/open-speech.ts'

let speech: Awaited<ReturnType<typeof openSpeech>>
beforeAll(async () => {
  speech = await openSpeech()
})
afterAll(() => speech[Symbol.asyncDispose]())

test.each([
  ['a visitor', signed(), 200, undefined],
  ['a person', signed(owner), 200, undefined],
  ['a key without a scope', signed({ ...owner, keyId: 'k', scopes: [] }), 200, undefined],
  ['a caller without an identity', {}, 401, 'Not logged in'],
  ['a person for another service', signed(owner, 'chat'), 401, 'Not logged in'],
  ['the operator', { 'x-utter-identity': identity.signer('operator').internal('speech') }, 401, 'Not logged in'],
])('the voices for %s are a %i', async (_, headers, status, error) => {
  const answer = await speech.ask('/api/voices', headers)
  expect([answer.status, answer.json().error]).toEqual([status, error])
})

test('each voice has its id, name, description, language and provider, and nothing else', async () => {
  const more = { id: 'a', name: 'A', description: 'd', language: 'en', provider: 'p', path: '/secret' }
  await using other = await openSpeech({ speech: { voices: async () => [more] } as never })
  const { path: _, ...shown } = more
  expect((await other.ask('/api/voices')).json()).toEqual([shown])
})

test('a provider that is unavailable is a 503', async () => {
  const voices = async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  await using other = await openSpeech({ speech: { voices } as never })
  expect((await other.ask('/api/voices')).status).toBe(503)
})
