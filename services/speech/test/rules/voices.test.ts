import { expect, test } from 'vitest'
import { bestVoiceId, maxRealTimeFactor } from '../../src/domain/default-voice.ts'
import { findVoice, mustFind } from '../../src/domain/find-voice.ts'
import { withLocalNames } from '../../src/domain/local-names.ts'
import { aVoice } from '../support/a-voice.ts'

const voice = (id: string, ...aliases: string[]) => aVoice(id, { aliases })
const voices = [voice('joe', 'default'), voice('slt', 'nova', 'coral')]

test.each([
  ['joe', 'joe'],
  ['default', 'joe'],
  ['coral', 'slt'],
  ['rms', undefined],
])('the voice %s is %s', (voiceId, id) => {
  expect(findVoice(voices, voiceId)?.id).toBe(id)
  if (id === undefined)
    expect(() => mustFind(voices, voiceId)).toThrow(
      expect.objectContaining({ kind: 'permanent', code: 'invalid_voice', message: 'Invalid voice ID' }),
    )
  else expect(mustFind(voices, voiceId).id).toBe(id)
})

const namesOf = (voices: { id: string; aliases: string[] }[]) =>
  Object.fromEntries(voices.map(({ id, aliases }) => [id, aliases]))

test('each name leads to the best voice that may have it; a stand-in is there only where it has a name', () => {
  const own = [voice('af_nova'), voice('joe'), voice('slt')]
  expect(namesOf(withLocalNames([...own, voice('robot', 'rms'), voice('spare', 'slt')]))).toEqual({
    af_nova: ['nova', 'default'],
    joe: ['alloy', 'verse'],
    slt: ['coral', 'sage', 'shimmer'],
    robot: ['rms', 'ash', 'echo', 'onyx'],
  })
})

test.each([
  ['slt', 'slt'],
  ['coral', 'slt'],
  [undefined, 'joe'],
])('the default voice %j is %s, and comes first', (defaultId, id) => {
  const [first] = withLocalNames([voice('joe'), voice('slt')], defaultId)
  expect(first).toMatchObject({ id, aliases: expect.arrayContaining(['default']) })
})

test('a default voice that is not there is refused', () => {
  expect(() => withLocalNames([voice('joe')], 'nobody')).toThrow('There is no voice nobody')
})

test.each([
  ['quickly enough', maxRealTimeFactor, 'heart'],
  ['too slowly', maxRealTimeFactor + 0.01, 'joe'],
  ['not at all', undefined, 'joe'],
])('where natural voices speak %s, %3$s is the default', (_, factor, id) => {
  const voices = [aVoice('heart', { speedClass: 'natural' }), aVoice('joe'), aVoice('slt')]
  expect(bestVoiceId(voices, factor)).toBe(id)
  expect(bestVoiceId(voices.slice(0, 1), factor)).toBe('heart')
})
