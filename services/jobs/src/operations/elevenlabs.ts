import { ElevenLabsTimedSpeech } from '@utter/contracts/http/elevenlabs/timed-speech'
import { ratedFormats, soundTypeOf } from '@utter/contracts/sound-formats'
import type { Operation } from '@utter/http/openapi/operation'

const tag = 'For ElevenLabs’ clients'

const spoken: Omit<Operation, 'id' | 'summary' | 'description'> = {
  tag,
  parameters: {
    voice_id:
      'A voice of `GET /api/voices` by its id, or one of the account’s own. The voices that ElevenLabs’ guides name (George, Rachel, Sarah, Adam) are the default voice.',
    output_format: 'A coding, its sample rate and its kilobits a second. Each is mono; `opus` is in Ogg.',
  },
  headers: ['IdempotencyKey', 'CacheControl'],
  example: { text: 'Good morning.', model_id: 'eleven_multilingual_v2' },
  answers: { 200: { description: 'The sound.', types: [...new Set(ratedFormats.map(soundTypeOf))] } },
  refusals: {
    402: 'No calls are left: of the account, of its spending limit, or of the API key.',
    409: 'The `Idempotency-Key` was used with a different request.',
  },
}

export const convertOperation: Operation = {
  ...spoken,
  id: 'convertText',
  summary: 'Convert a text to its sound',
  description:
    'Makes a job as `POST /api/tts` does, and costs the same. The sound is sent as it is spoken, but for `opus`, which is sent once it is spoken whole, and in `wav` without a length in its head; a client that leaves does not cancel the job. After 45 s without a sound the answer begins, and is broken off where the job fails.',
}
export const streamOperation: Operation = {
  ...spoken,
  id: 'streamText',
  summary: 'Stream the sound of a text',
  description: 'The same as the address without `/stream`, which sends the sound as it is spoken too.',
}

const timesSentence =
  'The characters of the text, marks and blanks too, with the seconds of the sound at which each begins and ends: those of a word share its time, and what stands between two words the time between them. Times that are estimated are told by `GET /api/jobs/{id}/words`, for the job of `x-utter-job`. `normalized_alignment` is the same: the text as it was spoken, with its figures as words, is not kept.'
const timed = {
  ...spoken,
  refusals: {
    ...spoken.refusals,
    403: 'The plan has no word timestamps.',
    404: 'The `Idempotency-Key` is that of a job without word timestamps.',
  },
}
export const convertWithTimesOperation: Operation = {
  ...timed,
  id: 'convertTextWithTimes',
  summary: 'Convert a text to its sound, with the times of its characters',
  description: `Makes a job as the address without \`/with-timestamps\` does, and costs the same.\n\n${timesSentence}`,
  answers: { 200: { description: 'The sound in base64, and the times.' } },
}
export const streamWithTimesOperation: Operation = {
  ...timed,
  id: 'streamTextWithTimes',
  summary: 'Stream the sound of a text, with the times of its characters',
  description: `The same sound and times, sent once the whole text is spoken: JSON objects with a part of the sound each. The first has the times of the whole text, in all others they are null.\n\n${timesSentence}`,
  answers: {
    200: { description: 'A JSON object a line.', items: { 'application/x-ndjson': ElevenLabsTimedSpeech } },
  },
}

const inCharacters =
  'Utter counts calls. Its figures are told in characters as ElevenLabs’ are: a call stands for the characters that it may have on the plan, however short its text is.'

export const userOperation: Operation = {
  tag,
  id: 'getElevenLabsUser',
  summary: 'Get the account',
  description: inCharacters,
}
export const subscriptionOperation: Operation = {
  tag,
  id: 'getElevenLabsSubscription',
  summary: 'Get the plan of the account, and what is used of it',
  description: inCharacters,
}
