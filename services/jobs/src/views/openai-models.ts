import { type OpenAiModel, openAiModels } from '@utter/contracts/http/openai/speech'

/** The day on which they were first offered here, in seconds since 1970. */
const created = Date.UTC(2026, 10, 26) / 1_000

export const modelOf = (id: string): OpenAiModel => ({ id, object: 'model', created, owned_by: 'utter' })
export const models = openAiModels.map(modelOf)
