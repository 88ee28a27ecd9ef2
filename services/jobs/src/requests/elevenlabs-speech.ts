import type { Readable } from 'node:stream'
import {
  ElevenLabsSpeech,
  ElevenLabsSpeechParams,
  ElevenLabsSpeechQuery,
  elevenLabsModels,
} from '@utter/contracts/http/elevenlabs/speech'
import type { ElevenLabsAlignment, ElevenLabsTimedSpeech } from '@utter/contracts/http/elevenlabs/timed-speech'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { soundTypeOf } from '@utter/contracts/sound-formats'
import { identityOf } from '@utter/http/identity'
import type { Operation } from '@utter/http/openapi/operation'
import { Problem } from '@utter/http/problem'
import type { RouteApp } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { alignmentOf } from '../domain/alignment.ts'
import { voiceOfElevenLabs } from '../domain/elevenlabs-voice.ts'
import { answerSpeech, requestIdFrom, speechOptions } from './answer-speech.ts'
import { checkWordTimestamps } from './word-times.ts'

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

/** An answer with the times of the text's characters besides its sound. */
type TimedAnswer = {
  type: string
  /** Its schema, where it is one value. */
  response?: { 200: typeof ElevenLabsTimedSpeech }
  write(sound: Readable, alignment: ElevenLabsAlignment): Readable
}

/** A route that speaks a text for ElevenLabs' clients. The four differ in their paths, and in whether the times of its characters are answered. */
export function elevenLabsRoute(
  app: RouteApp,
  deps: Deps,
  path: string,
  { operation, timed }: { operation: Operation; timed?: TimedAnswer },
): void {
  app.post(
    path,
    {
      ...speechOptions(deps),
      schema: {
        operation,
        params: ElevenLabsSpeechParams,
        querystring: ElevenLabsSpeechQuery,
        body: ElevenLabsSpeech,
        ...(timed?.response && { response: timed.response }),
      },
    },
    async (request, reply) => {
      const { text, model_id: model, language_code: language, voice_settings: settings, seed } = request.body
      checkModelId(model)
      if (timed) checkWordTimestamps(deps, identityOf(request).tier)
      const { output_format: format } = request.query
      return answerSpeech(deps, request, reply, {
        wanted: TtsRequest.parse({
          userText: text,
          requestId: requestIdFrom(request, 'elevenlabs'),
          voiceId: voiceOfElevenLabs(request.params.voice_id, deps.versions().speech),
          ttsSettings: { speed: settings?.speed },
          language,
          seed,
        }),
        form: { format, tempo: 1 },
        type: timed?.type ?? soundTypeOf(format),
        names,
        timed:
          timed &&
          ((sound, words, durationMs) => timed.write(sound, alignmentOf(text, words, { durationMs, language }))),
      })
    },
  )
}
