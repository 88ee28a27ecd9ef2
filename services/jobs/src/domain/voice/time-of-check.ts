import type { SpeechWork } from '@utter/contracts/jobs'
import { isOutside } from '@utter/contracts/voice-vendors'
import type { PresentVersions } from '../job/cache-key.ts'
import type { Job } from '../job/job.ts'
import { isVendorVoice } from './is-vendor-voice.ts'

/** Time of speech that is checked by its words, as a multiple of that without: by a control, which is a second take; and by a transcriber, which hears a piece much quicker than it is spoken. */
const byControl = 2
const byHearing = 1.2

/**
 * The multiple of its time that a job is expected to take by how its request has it checked. A text of which a vendor speaks any part is checked by its
 * shape where nobody hears it; by its own voice's way where somebody does.
 */
export function expectedTimeOfCheck(
  { check, voiceId, parts }: Pick<Job, 'check' | 'voiceId' | 'parts'>,
  present: PresentVersions,
): number {
  if (!check) return 1
  if (present.hearing) return isVendorVoice({ voiceId }, present) ? byHearing : byControl
  return isVendorVoice({ voiceId, ...(parts && { parts }) }, present) ? 1 : byControl
}

/** The multiple that it took by how it was checked. */
export const takenTimeOfCheck = ({ checked, provider = '' }: Pick<SpeechWork, 'checked' | 'provider'> = {}): number =>
  checked !== 'words' ? 1 : isOutside({ provider }) ? byHearing : byControl
