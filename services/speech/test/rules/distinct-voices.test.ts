import { expect, test } from 'vitest'
import { distinctVoices } from '../../src/domain/distinct-voices.ts'
import { aVoice } from '../support/a-voice.ts'

const voice = (id: string, ...aliases: string[]) => aVoice(id, { aliases })
const local = { provider: 'local', voices: [voice('joe', 'default', 'alloy'), voice('slt', 'nova', 'af_heart')] }
const openai = { provider: 'openai', voices: [voice('alloy', 'default'), voice('af_heart')] }
const elevenlabs = { provider: 'elevenlabs', voices: [voice('x1', 'default'), voice('joe')] }
const namesOf = (...[lists, chosen]: Parameters<typeof distinctVoices>) =>
  distinctVoices(lists, chosen).map(({ owner, id, aliases }) => [owner, id, ...aliases].join(' '))

test('the default is a voice of the chosen provider alone', () => {
  expect(namesOf([elevenlabs, local], 'elevenlabs')).toEqual([
    'elevenlabs x1 default',
    'elevenlabs joe',
    'local slt nova af_heart',
  ])
  expect(namesOf([local, elevenlabs], 'local')).toEqual([
    'local joe default alloy',
    'local slt nova af_heart',
    'elevenlabs x1',
  ])
})

test('an id is stronger than an alias, whichever provider comes first', () => {
  expect(namesOf([local, openai], 'local')).toEqual([
    'local joe default',
    'local slt nova',
    'openai alloy',
    'openai af_heart',
  ])
  expect(namesOf([openai, local], 'openai')).toEqual([
    'openai alloy default',
    'openai af_heart',
    'local joe',
    'local slt nova',
  ])
})

test('while the chosen list is unknown nothing is the default', () => {
  expect(namesOf([{ ...elevenlabs, voices: [], isUnknown: true }, local], 'elevenlabs')).toEqual([
    'local joe alloy',
    'local slt nova af_heart',
  ])
})

test('while OpenAI’s list is unknown its names lead to no other voice', () => {
  expect(namesOf([local, { ...openai, voices: [], isUnknown: true }], 'local')).toEqual([
    'local joe default',
    'local slt',
  ])
})
