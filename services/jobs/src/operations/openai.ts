import { soundFormats, soundTypes } from '@utter/contracts/sound-formats'
import type { Operation } from '@utter/http/openapi/operation'

const tag = 'For OpenAI’s clients'

export const speechOperation: Operation = {
  tag,
  id: 'createSpeech',
  summary: 'Get the sound of a text',
  description:
    'Makes a job as `POST /api/tts` does, and costs the same. The sound is sent as it is spoken, in `opus` and `flac` once it is spoken whole, and in `wav` without a length in its head; a client that leaves does not cancel the job. After 45 s without a sound the answer begins, and is broken off where the job fails.',
  headers: ['IdempotencyKey', 'CacheControl'],
  example: { model: 'tts-1', input: 'Good morning.', voice: 'alloy' },
  answers: {
    200: {
      description: 'The sound.',
      types: [...new Set(soundFormats.map((format) => soundTypes[format])), 'text/event-stream'],
    },
  },
  refusals: {
    402: 'No calls are left: of the account, of its spending limit, or of the API key.',
    404: 'The model does not exist.',
    409: 'The `Idempotency-Key` was used with a different request.',
  },
}

export const listModelsOperation: Operation = {
  tag,
  id: 'listModels',
  summary: 'List the models',
  description:
    'A request with the header `xi-api-key` is answered, and refused, as ElevenLabs’ clients read it: with the models that they may name.',
}
export const getModelOperation: Operation = {
  tag,
  id: 'getModel',
  summary: 'Get a model',
  parameters: { model: 'One of the list.' },
}
