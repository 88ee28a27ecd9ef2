import { isBlendId, otherVoices } from '@utter/contracts/settings'
import { isOutside } from '@utter/contracts/voice-vendors'
import type { PresentVersions } from '../job/cache-key.ts'
import type { Job } from '../job/job.ts'
import { otherVoicesOf } from '../job/marked.ts'

/** recipe 2: whether a voice of the job is, or may be, a vendor's outside, who is paid for it. False while the voices are not known. */
export const isVendorVoice = (job: Pick<Job, 'voiceId' | 'parts'>, present: PresentVersions): boolean =>
  [job.voiceId, ...otherVoicesOf(job)].some((voiceId) => isOfVendor(voiceId, present))

function isOfVendor(voiceId: string, { speech = {} }: PresentVersions): boolean {
  if (isBlendId(voiceId)) return false
  if (!Object.hasOwn(speech, voiceId)) return otherVoices in speech
  const [provider = ''] = (speech[voiceId] ?? '').split('/', 1)
  return isOutside({ provider })
}
