import { isBlendId, otherVoices } from '@utter/contracts/settings'
import { isOutside } from '@utter/contracts/voice-vendors'
import type { PresentVersions } from './cache-key.ts'
import type { Job } from './job.ts'

/** recipe 2: whether the job's voice is, or may be, a vendor's outside, who is paid for it. False while the voices are not known. */
export function isVendorVoice({ voiceId }: Pick<Job, 'voiceId'>, { speech = {} }: PresentVersions): boolean {
  if (isBlendId(voiceId)) return false
  if (!Object.hasOwn(speech, voiceId)) return otherVoices in speech
  const [provider = ''] = (speech[voiceId] ?? '').split('/', 1)
  return isOutside({ provider })
}
