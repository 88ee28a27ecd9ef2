import { speedLimits } from '@utter/contracts/jobs'
import { blends, isBlendId, otherVoices } from '@utter/contracts/settings'
import type { FoundMark } from '@utter/text/markup/marks'
import type { PresentVersions } from '../job/cache-key.ts'
import type { Job } from '../job/job.ts'

type Reason = { mark: FoundMark; reason: string }

/**
 * recipe 20: the first mark that certainly cannot be done, and why: a voice that nobody has, the sounds of a word for a voice that takes none, or a
 * rate that is too much with the speed of the request. Undefined where it may, since the voices are not known: speech finds out.
 */
export function unspokenMark(
  { voiceId, ttsSettings: { speed = 1 } }: Pick<Job, 'voiceId' | 'ttsSettings'>,
  marks: FoundMark[],
  present: PresentVersions,
): Reason | undefined {
  for (const mark of marks) {
    const reason =
      tooFast(mark, speed) ??
      (mark.name === 'voice' && isNobody(mark.voiceId ?? '', present) ? noVoice(mark.voiceId ?? '') : undefined) ??
      (mark.hasPhonemes && takesNone(mark.voiceId ?? voiceId, present) ? noSounds : undefined)
    if (reason) return { mark, reason }
  }
  return undefined
}

/** Why a voice certainly cannot be named: nobody has it. Undefined where somebody may, since the voices are not known. */
export const unknownVoiceSentence = (voiceId: string, present: PresentVersions): string | undefined =>
  isNobody(voiceId, present) ? `There is no voice ${voiceId}` : undefined

const noSounds = 'its voice takes no IPA; those that do have phonemes in GET /api/voices'
const noVoice = (voiceId: string) => `there is no voice ${voiceId}`

function tooFast({ rate = 1 }: FoundMark, speed: number): string | undefined {
  const whole = Math.round(rate * speed * 1_000) / 1_000
  if (whole >= speedLimits.min && whole <= speedLimits.max) return undefined
  return `with the speed ${speed} of the request it is ${whole}; together ${speedLimits.min} to ${speedLimits.max}`
}

const isNobody = (voiceId: string, { speech = {} }: PresentVersions): boolean =>
  Object.keys(speech).length > 0 &&
  !(otherVoices in speech) &&
  !(blends in speech && isBlendId(voiceId)) &&
  !Object.hasOwn(speech, voiceId)

/** Blends are of voices that take them; a voice that is not listed is one of a vendor. */
function takesNone(voiceId: string, { names = {}, speech = {} }: PresentVersions): boolean {
  if (Object.keys(names).length === 0 || (blends in speech && isBlendId(voiceId))) return false
  return !(Object.hasOwn(names, voiceId) && names[voiceId]?.phonemes)
}
