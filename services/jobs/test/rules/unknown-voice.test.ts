import { blends, otherVoices } from '@utter/contracts/settings'
import { expect, test } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { withVoiceChecked } from '../../src/domain/voice/unknown-voice.ts'
import { aJob } from '../support/a-job.ts'

const blendId = `blend-${'0'.repeat(32)}`
const speech = { default: 'piper/joe-1/joe', joe: 'piper/joe-1/joe' }

test.each<[string, Job['kind'], string, Record<string, string> | undefined, boolean]>([
  ['a reply by a voice that nobody has', 'reply', 'nobody', speech, true],
  ['a reply by a name of every object', 'reply', 'constructor', speech, true],
  ['a reply by a known voice', 'reply', 'joe', speech, false],
  ['a text that is only spoken', 'tts', 'nobody', speech, false],
  ['a reply while there may be other voices', 'reply', 'nobody', { ...speech, [otherVoices]: '' }, false],
  ['a reply by a blend where blends are spoken', 'reply', blendId, { ...speech, [blends]: '' }, false],
  ['a reply by a blend where none is spoken', 'reply', blendId, speech, true],
  ['a reply by what is no id of a blend', 'reply', 'blend-one', { ...speech, [blends]: '' }, true],
  ['a reply while no voice is known', 'reply', 'nobody', undefined, false],
  ['a reply while speech has no voices yet', 'reply', 'nobody', {}, false],
])('%s is marked or not', (_, kind, voiceId, present, isMarked) => {
  const checked = withVoiceChecked(aJob({ voiceId }, kind), present ? { speech: present } : {})
  expect(checked.unknownVoice ?? false).toBe(isMarked)
})
