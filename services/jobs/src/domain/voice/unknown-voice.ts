import { blends, isBlendId, otherVoices } from '@utter/contracts/settings'
import type { PresentVersions } from '../job/cache-key.ts'
import type { Job } from '../job/job.ts'

/**
 * recipe 3: marks a reply whose voice nobody has, so that it fails before the chat model is asked. While the voices are not known, or others
 * may be there, speech finds out. A text that is only spoken goes to speech first in any case.
 */
export const withVoiceChecked = (draft: Job, { speech = {} }: PresentVersions): Job =>
  draft.kind === 'reply' &&
  Object.keys(speech).length > 0 &&
  !(otherVoices in speech) &&
  !(blends in speech && isBlendId(draft.voiceId)) &&
  !Object.hasOwn(speech, draft.voiceId)
    ? { ...draft, unknownVoice: true }
    : draft
