import { speedLimits } from '@utter/contracts/jobs'
import type { SpeakRequest } from '../voice.ts'

/** Paces of the first control, the second and the third, of that of the take: what a model leaves out at one of them by chance it has at another. */
const paces = [0.94, 1.06, 0.9]

/**
 * The request of a control: the same text by the same voice, at a pace of its own, and as evenly as the voice can, so that what differs from it is no freedom of
 * its tone. A piece that was spoken before is not taken for it.
 * @param nth from 1
 */
export function asControl({ spoken: _, ...request }: SpeakRequest, nth: number): SpeakRequest {
  const { speed = 1, ...settings } = request.settings
  const pace = paces[nth - 1] ?? 1
  const wanted = speed * pace
  const isSpoken = wanted >= speedLimits.min && wanted <= speedLimits.max
  return { ...request, settings: { ...settings, stability: 1, style: 0, speed: isSpoken ? wanted : speed / pace } }
}
