import * as z from 'zod/mini'

/** The body of every answer below `/v1` that is no success, in the shape that OpenAI's clients read. */
export const OpenAiError = z.object({
  error: z.object({
    /** The sentence that a person reads. */
    message: z.string(),
    type: z.string(),
    /** The field that it is about. */
    param: z.nullable(z.string()),
    code: z.string(),
  }),
})
export type OpenAiError = z.infer<typeof OpenAiError>
