import * as z from 'zod/mini'

/** A word of a job's text or reply. Times are in seconds from the beginning of its mp3. */
export const WordTime = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  /** Whether the time is reckoned from that of its sentence, and not told by the voice. */
  estimated: z.boolean(),
})
export type WordTime = z.infer<typeof WordTime>

/** `GET /api/jobs/{id}/words`, and speech to jobs: in the order of the text, none begins before the one before it. */
export const WordTimes = z.array(WordTime)
export type WordTimes = z.infer<typeof WordTimes>
