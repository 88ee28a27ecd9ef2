import { OpenAiSpeech } from '@utter/contracts/http/openai/speech'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { speechOperation } from '../../operations/openai.ts'
import { answerSpeech, speechOptions } from '../../requests/answer-speech.ts'
import { checkModel, openAiSpeechOf } from '../../requests/openai-speech.ts'

/** `POST /v1/audio/speech`: a job as any other, answered with its sound. */
export const createSpeech: Route<Deps> = (app, deps) =>
  app.post(
    '/v1/audio/speech',
    { ...speechOptions(deps), schema: { operation: speechOperation, body: OpenAiSpeech } },
    async (request, reply) => {
      checkModel(request.body.model)
      return answerSpeech(deps, request, reply, openAiSpeechOf(request.body, request, deps.versions()))
    },
  )
