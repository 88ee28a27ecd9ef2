import { type PresentVersions, withCacheKey } from './cache-key.ts'
import type { Job } from './job.ts'
import { withVoiceChecked } from './unknown-voice.ts'

/** The draft with what follows from the present voices: the key by which its sound is found, and whether nobody has its voice. */
export const asItIsNow = (draft: Job, present: PresentVersions): Job =>
  withVoiceChecked(withCacheKey(draft, present), present)
