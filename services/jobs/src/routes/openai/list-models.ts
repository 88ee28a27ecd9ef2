import { OpenAiModels } from '@utter/contracts/http/openai/speech'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { listModelsOperation } from '../../operations/openai.ts'
import { models } from '../../views/openai-models.ts'

/** `GET /v1/models`: the models that speech takes, as OpenAI's clients list them. */
export const listModels: Route<Deps> = (app, { guard }) =>
  app.get(
    '/v1/models',
    {
      access: guard.anybody,
      schema: { operation: listModelsOperation, response: { 200: OpenAiModels } },
    },
    async () => ({ object: 'list' as const, data: models }),
  )
