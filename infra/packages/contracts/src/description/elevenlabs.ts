import { ElevenLabsError } from '../http/elevenlabs/error.ts'
import { ElevenLabsSpeech } from '../http/elevenlabs/speech.ts'
import { describe } from './describe.ts'

export const elevenLabsDescriptions = [
  describe(ElevenLabsSpeech, 'ElevenLabsSpeech', 'A text to be spoken, as ElevenLabs’ clients write it.', {
    text: 'The text. It is spoken as it is.',
    model_id: 'A model of ElevenLabs’, or `utter`. All of them are the own model of the voice.',
    language_code: 'The language of the text: a tag such as `es` or `pt-BR`.',
    voice_settings: '`speed` is taken; the other settings are without effect.',
  }),
  describe(ElevenLabsError, 'ElevenLabsError', 'The body of every answer to ElevenLabs’ clients that is no success.', {
    detail: 'A code for programs and the sentence for people; or, of fields that are not valid, a list of them.',
  }),
]
