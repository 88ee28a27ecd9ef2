import { otherVoices } from '@utter/contracts/settings'
import { expect, test } from 'vitest'
import type { PresentVersions } from '../../src/domain/job/cache-key.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { unspokenLanguage } from '../../src/domain/voice/unspoken-language.ts'
import { aJob } from '../support/a-job.ts'

const languages = { joe: ['en-US'], dora: ['es-ES'] }
const known: PresentVersions = { speech: { default: 'v', joe: 'v', dora: 'w' }, languages }
const withOthers = { ...known, speech: { ...known.speech, [otherVoices]: '' } }
/** A text of `no` is in a language of no voice, `hola` in one of a Spanish voice. */
const foreignLanguage = (text: string, spoken: string[]) =>
  text === 'no' ? 'Thai' : text === 'hola' && !spoken.includes('es-ES') ? 'Spanish' : undefined
const ofText = { field: 'voiceId', message: 'This voice speaks English, not Thai' }
const notEnglish = { field: 'language', message: 'This voice speaks English, not Spanish' }

test.each<[string, Partial<Job>, PresentVersions, unknown, Job['kind']?]>([
  ['a text that the named voice refuses', { userText: 'no', voiceId: 'joe' }, known, ofText],
  ['a text that it speaks', { userText: 'yes', voiceId: 'joe' }, known, undefined],
  ['a text for a voice that is not known', { userText: 'no', voiceId: 'mine' }, known, undefined],
  ['a text for a name of every object', { userText: 'no', voiceId: 'constructor' }, known, undefined],
  ['a text while no languages are known', { userText: 'no', voiceId: 'joe' }, {}, undefined],
  ['a text for the default, whose voice it chooses', { userText: 'hola', voiceId: 'default' }, known, undefined],
  [
    'a text for the default that no voice speaks',
    { userText: 'no', voiceId: 'default' },
    known,
    { field: 'userText', message: 'No voice speaks Thai' },
  ],
  ['the same while there may be other voices', { userText: 'no', voiceId: 'default' }, withOthers, undefined],
  ['the same while no languages are known', { userText: 'no', voiceId: 'default' }, {}, undefined],
  ['a question that no voice speaks', { userText: 'no', voiceId: 'default' }, known, undefined, 'reply'],
  [
    'a text that no voice speaks, in a given language',
    { userText: 'no', voiceId: 'default', language: 'es' },
    known,
    undefined,
  ],
  ['a question, which is not what is spoken', { userText: 'no', voiceId: 'joe' }, known, undefined, 'reply'],
  ['a text in a given language of the voice', { userText: 'no', voiceId: 'joe', language: 'en-GB' }, known, undefined],
  ['a given language that it does not speak', { voiceId: 'joe', language: 'es-MX' }, known, notEnglish],
  ['the same of a reply', { voiceId: 'joe', language: 'es' }, withOthers, notEnglish, 'reply'],
  ['a given language of another voice', { voiceId: 'default', language: 'es-MX' }, known, undefined],
  [
    'a given language of no voice',
    { voiceId: 'default', language: 'th' },
    known,
    { field: 'language', message: 'No voice speaks Thai' },
  ],
  ['that language while there may be other voices', { voiceId: 'default', language: 'th' }, withOthers, undefined],
  ['that language while no languages are known', { voiceId: 'default', language: 'th' }, {}, undefined],
])('%s is refused or not', (_, more, present, expected, kind = 'tts') => {
  expect(unspokenLanguage(aJob(more, kind), present, foreignLanguage)).toEqual(expected)
})
