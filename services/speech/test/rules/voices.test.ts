import { expect, test } from 'vitest'
import { findVoice, mustFind } from '../../src/domain/find-voice.ts'
import { castParts } from '../../src/domain/local-parts.ts'
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

test('each part is the first voice that has its id, as its own or as an alias; a part without one is left out', () => {
  const cast = castParts([voice('alan', 'rms'), voice('lady', 'slt'), voice('joe', 'jo'), voice('slt')])
  expect(cast.map(({ id, aliases }) => [id, aliases])).toEqual([
    ['joe', ['jo', 'default', 'alloy', 'verse']],
    ['lady', ['slt', 'coral', 'nova', 'sage', 'shimmer']],
    ['alan', ['rms', 'ash', 'echo', 'onyx']],
  ])
})
