import { rank } from '@utter/contracts/jobs'
import { withVoiceChecked } from '../voice/unknown-voice.ts'
import { type PresentVersions, withCacheKey } from './cache-key.ts'
import type { Job } from './job.ts'
import { type ListedPronunciation, withPronunciations } from './pronounced.ts'

/**
 * The draft with what follows from the present voices and the account's list: how its text is spoken, the key by which its sound is found, whether nobody
 * has its voice, and whether its reply is spoken while it is written.
 */
export const asItIsNow = (draft: Job, present: PresentVersions, list: ListedPronunciation[]): Job =>
  withAhead(withVoiceChecked(withCacheKey(withPronunciations(draft, list, present), present), present), list)

/**
 * With a list the words of a reply may be spoken otherwise than they are written; a piece that is spoken ahead is not kept to the last bit, as a seed promises; and
 * one that is checked by its words is heard after that.
 */
const withAhead = (draft: Job, list: ListedPronunciation[]): Job =>
  draft.stream && draft.rank < rank.replyWritten && list.length === 0 && draft.seed === undefined && !draft.check
    ? { ...draft, ahead: true }
    : draft
