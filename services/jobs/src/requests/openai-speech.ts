import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { type OpenAiSpeech, openAiModels } from '@utter/contracts/http/openai/speech'
import { speedLimits } from '@utter/contracts/jobs'
import { soundTypes } from '@utter/contracts/sound-formats'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'
import type { PresentVersions } from '../domain/job/cache-key.ts'
import { voiceMeant } from '../domain/openai-voice.ts'
import { soundEvents } from '../views/openai-sound.ts'
import { type AskedSpeech, requestIdFrom } from './answer-speech.ts'

/** Our fields by the names that OpenAI's clients know. */
const names = { userText: 'input', voiceId: 'voice', 'ttsSettings.speed': 'speed' }

/** @throws Problem 404 for a model that is not listed */
export function checkModel(model: string): void {
  if (openAiModels.includes(model)) return
  const message = `The model '${model}' does not exist`
  throw new Problem(404, 'model_not_found', message, { details: [{ field: 'model', message }] })
}

/** The speech that a client of OpenAI's asks for. */
export function openAiSpeechOf(body: OpenAiSpeech, request: FastifyRequest, { speech }: PresentVersions): AskedSpeech {
  const { input, voice, speed, response_format: format } = body
  // The part that the voice does; the rest is done to its sound.
  const spokenSpeed = Math.min(Math.max(speed, speedLimits.min), speedLimits.max)
  const isEvents = body.stream_format === 'sse'
  return {
    wanted: TtsRequest.parse({
      userText: input,
      requestId: requestIdFrom(request, 'openai'),
      voiceId: voiceMeant(voice, speech),
      ttsSettings: { speed: spokenSpeed },
    }),
    form: { format, tempo: speed / spokenSpeed },
    type: isEvents ? 'text/event-stream' : soundTypes[format],
    names,
    written: isEvents ? (sound) => soundEvents(sound, input.length) : undefined,
  }
}
