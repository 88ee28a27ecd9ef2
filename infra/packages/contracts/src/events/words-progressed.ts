import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { WordTimes } from '../http/jobs/word-times.ts'
import { JobId } from '../ids.ts'

/**
 * The words of a live sound, as far as it is spoken, with their times in it: each stands for the ones before it. For those who listen along: some may be
 * missing, and the times in the mp3 are kept with it.
 */
export const WordsProgressed = defineEvent(
  'job.live',
  'words-progressed',
  z.object({ jobId: JobId, attempt: z.int(), words: WordTimes }),
)
