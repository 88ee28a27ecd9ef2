import { type PresentVersions, withCacheKey } from './cache-key.ts'
import type { Job } from './job.ts'
import { type ListedPronunciation, withPronunciations } from './pronounced.ts'
import { withVoiceChecked } from './unknown-voice.ts'

/** The draft with what follows from the present voices and the account's list: how its text is spoken, the key by which its sound is found, and whether nobody has its voice. */
export const asItIsNow = (draft: Job, present: PresentVersions, list: ListedPronunciation[]): Job =>
  withVoiceChecked(withCacheKey(withPronunciations(draft, list, present), present), present)
