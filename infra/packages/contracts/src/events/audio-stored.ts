import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'
import { AudioRef, SpeechWork } from '../jobs.ts'

/** The mp3 exists under its final name. Published by speech at least once a job; only jobs decides what it means for the job. */
export const AudioStored = defineEvent(
  'job.steps',
  'audio-stored',
  z.extend(SpeechWork, { jobId: JobId, attempt: z.int(), audio: AudioRef }),
)
