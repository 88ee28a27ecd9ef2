import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'
import { TtsSettings } from '../jobs.ts'

/** `text` is to be spoken for this job. May be published more than once; the claim in speech makes it one recording. */
export const SpeechRequested = defineEvent(
  'speech.requested',
  'speech-requested',
  z.object({ jobId: JobId, attempt: z.int(), text: z.string(), voiceId: z.string(), ttsSettings: TtsSettings }),
  { laned: true },
)
