import { OpenAiModel } from '@utter/contracts/http/openai/speech'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { getModelOperation } from '../../operations/openai.ts'
import { checkModel } from '../../requests/openai-speech.ts'
import { modelOf } from '../../views/openai-models.ts'

/** `GET /v1/models/{model}`. */
export const getModel: Route<Deps> = (app, { guard }) =>
  app.get(
    '/v1/models/:model',
    {
      access: guard.anybody,
      schema: {
        operation: getModelOperation,
        params: z.object({ model: z.string() }),
        response: { 200: OpenAiModel },
      },
    },
    async (request) => {
      checkModel(request.params.model)
      return modelOf(request.params.model)
    },
  )
