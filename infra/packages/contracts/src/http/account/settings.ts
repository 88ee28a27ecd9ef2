import * as z from 'zod/mini'
import { ChatModelClass, maxCompletionTokens, outputFormat } from '../../settings.ts'

/** `GET /api/settings`. The value of a credential is masked; a line of which no process has written is 'Not available'. */
export const Settings = z.object({
  credentials: z.array(z.object({ name: z.string(), value: z.string() })),
  chatModel: z.string(),
  chatModelClass: z.optional(ChatModelClass),
  maxCompletionTokens: z.literal(maxCompletionTokens),
  speechModel: z.string(),
  outputFormat: z.literal(outputFormat),
})
export type Settings = z.infer<typeof Settings>
