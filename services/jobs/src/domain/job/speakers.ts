import type { Speakers } from '@utter/contracts/http/jobs/dialogue'
import type { DialogueSpeaker } from '@utter/text/markup/dialogue'

/** The speakers of a request as they are stored: a list, since a name may be no key of a store. */
export const storedSpeakers = (speakers: Speakers): DialogueSpeaker[] =>
  Object.entries(speakers).map(([name, voiceId]) => ({ name, voiceId }))

/** The same as a request has them. */
export const speakersOf = (speakers: DialogueSpeaker[]): Speakers =>
  Object.fromEntries(speakers.map(({ name, voiceId }) => [name, voiceId]))
