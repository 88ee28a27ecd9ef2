import * as z from 'zod/mini'

/** The body of every answer of ElevenLabs' paths that is no success, in the shape that its clients read. */
export const ElevenLabsError = z.object({
  detail: z.union([
    z.object({
      /** A code for programs. */
      status: z.string(),
      /** The sentence that a person reads. */
      message: z.string(),
    }),
    /** Fields that are not valid: where each is, and the sentence about it. */
    z.array(z.object({ loc: z.array(z.string()), msg: z.string(), type: z.string() })),
  ]),
})
export type ElevenLabsError = z.infer<typeof ElevenLabsError>
