import { isBlendId } from '@utter/contracts/settings'
import { keepsSeed } from '@utter/contracts/voice-vendors'
import type { PresentVersions } from '../job/cache-key.ts'
import type { Job } from '../job/job.ts'

/** A warning about a seed that the voice is known not to keep to; a voice that is not known may. */
export function idleSeedOf(
  { seed, voiceId }: Pick<Job, 'seed' | 'voiceId'>,
  { speech = {} }: PresentVersions,
): string[] {
  if (seed === undefined || isBlendId(voiceId) || !Object.hasOwn(speech, voiceId)) return []
  const [provider = ''] = (speech[voiceId] ?? '').split('/', 1)
  return keepsSeed(provider) ? [] : ['seed has no effect on this voice']
}
