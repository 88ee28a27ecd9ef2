import {
  ElevenLabsSpeech,
  ElevenLabsSpeechParams,
  ElevenLabsSpeechQuery,
  elevenLabsModels,
} from '@utter/contracts/http/elevenlabs/speech'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { soundTypeOf } from '@utter/contracts/sound-formats'
import type { Operation } from '@utter/http/openapi/operation'
import { Problem } from '@utter/http/problem'
import type { RouteApp } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { voiceOfElevenLabs } from '../domain/elevenlabs-voice.ts'
import { answerSpeech, requestIdFrom, speechOptions } from './answer-speech.ts'

/** Our fields by the names that ElevenLabs' clients know. */
const names = {
  userText: 'text',
  voiceId: 'voice_id',
  language: 'language_code',
  'ttsSettings.speed': 'voice_settings.speed',
}

/** @throws Problem 400 for a model that is none of ElevenLabs' */
function checkModelId(model: string): void {
  if (!elevenLabsModels.includes(model))
    throw new Problem(400, 'model_not_found', `A model with the id '${model}' does not exist`)
}

/** A route that speaks a text for ElevenLabs' clients. The two of them differ in their path. */
export function elevenLabsRoute(app: RouteApp, deps: Deps, path: string, operation: Operation): void {
  app.post(
    path,
    {
      ...speechOptions(deps),
      schema: {
        operation,
        params: ElevenLabsSpeechParams,
        querystring: ElevenLabsSpeechQuery,
        body: ElevenLabsSpeech,
      },
    },
    async (request, reply) => {
      const { text, model_id: model, language_code: language, voice_settings: settings } = request.body
      checkModelId(model)
      const { output_format: format } = request.query
      return answerSpeech(deps, request, reply, {
        wanted: TtsRequest.parse({
          userText: text,
          requestId: requestIdFrom(request, 'elevenlabs'),
          voiceId: voiceOfElevenLabs(request.params.voice_id, deps.versions().speech),
          ttsSettings: { speed: settings?.speed },
          language,
        }),
        form: { format, tempo: 1 },
        type: soundTypeOf(format),
        names,
      })
    },
  )
}
