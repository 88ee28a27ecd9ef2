import { requiredText, sentBody } from '@utter/contracts/http/fields'
import { checkField } from '@utter/contracts/http/jobs/job-check'
import { textFields } from '@utter/contracts/http/jobs/job-language'
import { maxSeed, seedField } from '@utter/contracts/http/jobs/job-seed'
import { defaultVoiceId, limits, speedLimits } from '@utter/contracts/jobs'
import * as z from 'zod/mini'

const speedSentence = `speed must be between ${speedLimits.min} and ${speedLimits.max}`
const spoken = (maxText: number) => ({
  text: requiredText('text', maxText),
  voice: z._default(requiredText('voice', limits.id), defaultVoiceId),
  speed: z.optional(
    z.number(speedSentence).check(z.gte(speedLimits.min, speedSentence), z.lte(speedLimits.max, speedSentence)),
  ),
  language: textFields.language,
  ...seedField,
  ...checkField,
  requestId: z.optional(requiredText('requestId', limits.id)),
})

export const SpeakInput = sentBody(spoken(limits.ttsText))
export const ReplyInput = sentBody({
  ...spoken(limits.replyText),
  sessionId: z.optional(requiredText('sessionId', limits.id)),
})
export type ToolSubmission = z.infer<typeof ReplyInput>
export const JobInput = sentBody({ jobId: requiredText('jobId', limits.id) })
export const VoicesInput = sentBody({ language: textFields.language })

/** A job as a tool tells of it. */
export const JobOutput = z.object({
  jobId: z.string(),
  status: z.string(),
  progress: z.number(),
  voice: z.string(),
  cached: z.boolean(),
  reply: z.optional(z.string()),
  audioUrl: z.optional(z.string()),
  durationMs: z.optional(z.number()),
  pcmHash: z.optional(z.string()),
  checked: z.optional(z.string()),
  warnings: z.optional(z.array(z.string())),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
})
export type JobOutput = z.infer<typeof JobOutput>

export const VoicesOutput = z.object({
  voices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      languages: z.array(z.string()),
      speedClass: z.string(),
      /** Absent for an own voice. */
      sampleUrl: z.optional(z.string()),
      /** True for a voice of the account alone; else absent. */
      own: z.optional(z.boolean()),
    }),
  ),
})
export type VoicesOutput = z.infer<typeof VoicesOutput>

/** Sentences for the model that chooses the arguments, and reads the results. */
export const toolFields: Record<string, string> = {
  text: 'The text.',
  voice: 'The id of a voice, as the tool `voices` lists them.',
  speed: `How fast it is spoken, from ${speedLimits.min} to ${speedLimits.max}; 1 is the voice's own.`,
  seed: `A whole number from 0 to ${maxSeed}: the same one with the same text, voice and speed gives the same sound, and another is another way of saying it.`,
  check:
    '`words`: each sentence is also spoken a second time, so that a missing or another word shows; it takes twice as long. `shape`, or none: only for silence, gaps and a cut end.',
  requestId: 'A name of your choice: the same one with the same arguments gives the same job, and costs nothing.',
  sessionId: 'The conversation that the text belongs to: the reply knows its earlier turns.',
  jobId: 'The id of a job, as `speak` and `reply` give it.',
  language: 'A language tag (BCP 47), as `es` or `pt-BR`.',
  status: 'It is over when this is `completed` or `failed`.',
  progress: 'From 0 to 100.',
  cached: 'The sound is that of an equal job of before.',
  reply: 'The text that is spoken, written by the chat model.',
  audioUrl: 'The mp3, for seven days, without a key.',
  durationMs: 'The length of the sound.',
  pcmHash: 'A hash of the samples: two sounds with the same one are the same.',
  checked: 'How the sound was checked: `shape` or `words`.',
  warnings: 'Arguments that have no effect on this voice.',
  error: 'Why it has failed.',
  code: 'The same for programs.',
  voices: 'The voices that speak; `own` marks those of the account alone.',
}
