import { expect, test } from 'vitest'
import { blendedVoice, blendId, blendOf } from '../../src/domain/blend.ts'
import { naturalVoices as voices } from '../support/fake-natural.ts'

const blend = (...parts: [string, number][]) => parts.map(([voiceId, weight]) => ({ voiceId, weight }))
const own = (...parts: [string, number][]) => ({
  ...{
    userId: 'u',
    voiceId: 'blend-1',
    provider: 'kokoro',
    name: 'Mine',
    addedAt: new Date(0),
    blend: blend(...parts),
  },
})

test('a blend has one form: by ids, the heaviest first, else by name', () => {
  expect(blendOf(voices, blend(['nova', 1], ['bf_emma', 5], ['af_heart', 1]))).toEqual({
    blend: blend(['bf_emma', 5], ['af_heart', 1], ['af_nova', 1]),
  })
})

test('its id is that of its shares in one account', () => {
  const id = blendId('u', blend(['af_heart', 2], ['bf_emma', 1]))
  expect(blendId('u', blend(['af_heart', 50], ['bf_emma', 25]))).toBe(id)
  const others = [
    blendId('other', blend(['af_heart', 2], ['bf_emma', 1])),
    blendId('u', blend(['af_heart', 2.01], ['bf_emma', 1])),
    blendId('u', blend(['af_heart', 2], ['bm_george', 1])),
  ]
  expect(new Set([id, ...others]).size).toBe(4)
})

test('it is a voice with the language of the heaviest, and a sex that all of its voices have', () => {
  expect(blendedVoice(voices, own(['bf_emma', 2], ['af_heart', 1]))).toMatchObject({
    ...{
      id: 'blend-1',
      name: 'Mine',
      language: 'en-GB',
      sex: 'female',
      description: 'Emma 67 %, Heart 33 %',
      aliases: [],
    },
  })
  expect(blendedVoice(voices, own(['af_heart', 1], ['am_michael', 1]))).not.toHaveProperty('sex')
  expect(voices[0]).toHaveProperty('sex')
})

test('it is none where this machine has not all of its voices any more', () => {
  expect(blendedVoice(voices, own(['af_heart', 1], ['am_gone', 1]))).toBeUndefined()
  expect(blendedVoice([], own(['af_heart', 1]))).toBeUndefined()
})
