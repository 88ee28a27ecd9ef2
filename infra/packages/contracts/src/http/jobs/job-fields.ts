import { limits } from '../../jobs.ts'
import { requiredText } from '../fields.ts'

/**
 * The fields that every job request must have, apart from its id: a form asks for the same.
 * @param maxText characters that the route takes
 */
export const spokenFields = (maxText: number) => ({
  userText: requiredText('User text', maxText),
  voiceId: requiredText('Voice ID', limits.id),
})
