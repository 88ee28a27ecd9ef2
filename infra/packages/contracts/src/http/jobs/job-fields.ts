import { limits } from '../../jobs.ts'
import { requiredText } from '../fields.ts'

/**
 * The fields that every job request must have, apart from its id: a form asks for the same.
 * @param maxText characters that the route takes
 * @param tooLong the sentence for more
 */
export const spokenFields = (maxText: number, tooLong?: string) => ({
  userText: requiredText('User text', maxText, tooLong),
  voiceId: requiredText('Voice ID', limits.id),
})
