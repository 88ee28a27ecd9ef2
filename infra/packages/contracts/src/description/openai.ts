import { OpenAiError } from '../http/openai/error.ts'
import { OpenAiModel, OpenAiModels, OpenAiSpeech } from '../http/openai/speech.ts'
import { describe } from './describe.ts'

export const openAiDescriptions = [
  describe(OpenAiSpeech, 'OpenAiSpeech', 'A text to be spoken, as OpenAI’s clients write it.', {
    model: 'One of `GET /v1/models`. All of them are the own model of the voice.',
    input: 'The text. It is spoken as it is.',
    voice:
      'A voice of `GET /api/voices` by its id, or one of the account’s own. Names of OpenAI’s voices are taken: of those that have a namesake here it, of the others the default voice.',
    response_format: '`opus` is in Ogg, `aac` in ADTS; `pcm` has 16 bit, little-endian, mono, 24 kHz, as `wav` has.',
    speed: 'Of the speech; its pitch stays.',
    stream_format: '`sse`: the sound in events, in base64.',
    instructions: 'Taken, and without effect on our voices.',
  }),
  describe(OpenAiModel, 'OpenAiModel', 'A model, as OpenAI’s clients read it.', {
    id: 'For `model`.',
    object: 'What it is.',
    created: 'Seconds since 1970.',
    owned_by: 'Whose it is.',
  }),
  describe(OpenAiModels, 'OpenAiModels', 'The models.', { object: 'What it is.', data: 'All of them.' }),
  describe(OpenAiError, 'OpenAiError', 'The body of every answer below `/v1` that is no success.', {
    error: 'The sentence for people, the kind of the error, the field that it is about, and a code for programs.',
  }),
]
