import { ElevenLabsError } from '../http/elevenlabs/error.ts'
import { ElevenLabsSpeech } from '../http/elevenlabs/speech.ts'
import { ElevenLabsFoundVoices, ElevenLabsVoices, ElevenLabsVoiceView } from '../http/elevenlabs/voices.ts'
import { describe } from './describe.ts'

export const elevenLabsDescriptions = [
  describe(ElevenLabsSpeech, 'ElevenLabsSpeech', 'A text to be spoken, as ElevenLabs’ clients write it.', {
    text: 'The text. It is spoken as it is.',
    model_id: 'A model of ElevenLabs’, or `utter`. All of them are the own model of the voice.',
    language_code: 'The language of the text: a tag such as `es` or `pt-BR`.',
    voice_settings: '`speed` is taken; the other settings are without effect.',
  }),
  describe(ElevenLabsVoiceView, 'ElevenLabsVoiceView', 'A voice, as ElevenLabs’ clients read it.', {
    voice_id: 'For the address of a speech.',
    name: 'Its name.',
    category: 'All of them are there for everybody.',
    description: 'How it sounds.',
    labels: '`language`, and `gender` where it is known.',
  }),
  describe(ElevenLabsVoices, 'ElevenLabsVoices', 'The voices.', { voices: 'All of them.' }),
  describe(ElevenLabsFoundVoices, 'ElevenLabsFoundVoices', 'The voices that were found.', {
    voices: 'All of them, on one page.',
    has_more: 'There is no other page.',
    total_count: 'How many they are.',
  }),
  describe(ElevenLabsError, 'ElevenLabsError', 'The body of every answer to ElevenLabs’ clients that is no success.', {
    detail: 'A code for programs and the sentence for people; or, of fields that are not valid, a list of them.',
  }),
]
