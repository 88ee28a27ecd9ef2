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

/** A text that is spoken, with its marks: it is counted without them, by jobs. */
export const markedUserText = requiredText(
  'User text',
  limits.markedText,
  `User text must be at most ${limits.ttsText} characters, and ${limits.markedText} with its marks`,
)
