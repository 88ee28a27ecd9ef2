import { otherVoices } from '@utter/contracts/settings'
import { expect, test } from 'vitest'
import { idleFieldsOf } from '../../src/domain/voice/idle-fields.ts'

const speech = { joe: 'piper/joe-1/joe', rachel: 'elevenlabs/m2/rachel', [otherVoices]: '' }
const warnings = (voiceId: string, check?: 'words') => idleFieldsOf({ voiceId, ...(check && { check }) }, { speech })

test('a check of words is told not to be done for a voice of a vendor, and for one that may be', () => {
  expect(warnings('joe', 'words')).toEqual([])
  for (const voiceId of ['rachel', 'unlisted'])
    expect(warnings(voiceId, 'words')).toEqual([
      'check: words is for the voices of this service: speech by a vendor is checked by its shape',
    ])
  expect(warnings('rachel')).toEqual([])
})

test('another voice of the text counts as its own does', () => {
  const parts = [{ text: 'Hello.', voiceId: 'rachel' }]
  expect(idleFieldsOf({ voiceId: 'joe', check: 'words', parts }, { speech })).toHaveLength(1)
})

test('where vendors are heard, a check of words is done for their voices too', () => {
  for (const voiceId of ['rachel', 'unlisted', 'joe'])
    expect(idleFieldsOf({ voiceId, check: 'words' }, { speech, hearing: true })).toEqual([])
})
