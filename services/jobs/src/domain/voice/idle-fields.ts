import { isBlendId } from '@utter/contracts/settings'
import { keepsSeed } from '@utter/contracts/voice-vendors'
import type { PresentVersions } from '../job/cache-key.ts'
import type { Job } from '../job/job.ts'
import { isVendorVoice } from './is-vendor-voice.ts'

/** Warnings about fields of a request that have no effect on its voice. */
export const idleFieldsOf = (
  job: Pick<Job, 'seed' | 'check' | 'voiceId' | 'parts'>,
  present: PresentVersions,
): string[] => [...idleSeedOf(job, present), ...idleCheckOf(job, present)]

/** A voice that is not known may keep to a seed. */
function idleSeedOf({ seed, voiceId }: Pick<Job, 'seed' | 'voiceId'>, { speech = {} }: PresentVersions): string[] {
  if (seed === undefined || isBlendId(voiceId) || !Object.hasOwn(speech, voiceId)) return []
  const [provider = ''] = (speech[voiceId] ?? '').split('/', 1)
  return keepsSeed(provider) ? [] : ['seed has no effect on this voice']
}

/** A vendor outside would be paid for each sentence twice, unless somebody hears the first. */
const idleCheckOf = (job: Pick<Job, 'check' | 'voiceId' | 'parts'>, present: PresentVersions): string[] =>
  job.check && !present.hearing && isVendorVoice(job, present)
    ? ['check: words is for the voices of this service: speech by a vendor is checked by its shape']
    : []
