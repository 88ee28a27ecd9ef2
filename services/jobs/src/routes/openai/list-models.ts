import { ElevenLabsModels } from '@utter/contracts/http/elevenlabs/models'
import { OpenAiModels } from '@utter/contracts/http/openai/speech'
import { doorOf } from '@utter/http/doors/door-of'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { listModelsOperation } from '../../operations/openai.ts'
import { modelsForElevenLabs } from '../../views/elevenlabs-models.ts'
import { models } from '../../views/openai-models.ts'

/** `GET /v1/models`: the models that speech takes, as the clients of the vendor list them whose header the key came in. */
export const listModels: Route<Deps> = (app, { guard, versions }) =>
  app.get(
    '/v1/models',
    {
      access: guard.anybody,
      schema: { operation: listModelsOperation, response: { 200: z.union([OpenAiModels, ElevenLabsModels]) } },
    },
    async (request) =>
      doorOf(request.url, request.headers) === 'elevenlabs'
        ? modelsForElevenLabs(versions())
        : { object: 'list' as const, data: models },
  )
