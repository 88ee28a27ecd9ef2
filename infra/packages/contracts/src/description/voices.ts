import { BlendPart, BlendSample, NewOwnVoice } from '../http/own-voices.ts'
import { OwnVoiceView, VoiceView } from '../http/voices.ts'
import { describe } from './describe.ts'

const voice = {
  id: 'For `voiceId`.',
  description: 'How it sounds.',
  language: 'What it speaks, as a language tag (BCP 47).',
  languages: 'All that it speaks; the first is `language`.',
  sex: 'Whether it sounds female or male; absent where neither is known.',
  speedClass: '`quick`: spoken in a small part of the time that the speech lasts; `natural`: in about that time.',
  settings: 'The settings that change how it sounds; the others are without effect.',
  phonemes: 'Whether it takes the sounds of a word, `[say:cat|kæt]`; absent: it does not.',
  provider: 'Whose it is.',
  aliases: 'Other values for `voiceId` that mean it.',
  sampleUrl: 'One sentence in this voice, as mp3.',
}
const blend = 'Natural voices of this machine, distinct and of one language.'
const ownName = 'What you call it.'

export const voiceDescriptions = [
  describe(VoiceView, 'Voice', 'A voice that speaks.', { ...voice, name: 'Its name.' }),
  describe(BlendPart, 'BlendPart', 'A voice in a blend.', {
    voiceId: 'The id of a natural voice of this machine, or an alias.',
    weight: 'Its share is this in the sum of all weights.',
  }),
  describe(
    NewOwnVoice,
    'NewOwnVoice',
    'A voice for your account alone: a blend, or one that was cloned at the provider.',
    {
      name: ownName,
      blend,
      voiceId: 'Without a blend: its id at the provider.',
      consent: 'Without a blend: true, its speaker agrees that you have texts spoken in this voice.',
    },
  ),
  describe(BlendSample, 'BlendSample', 'A blend that is to be heard.', { blend }),
  describe(OwnVoiceView, 'OwnVoice', 'A voice of your account alone.', {
    ...voice,
    name: ownName,
    sampleUrl: 'One sentence in this voice, as mp3, for you alone.',
    blend: 'Of what it is mixed; absent for a voice of a provider.',
    addedAt: 'When it was added.',
  }),
]
