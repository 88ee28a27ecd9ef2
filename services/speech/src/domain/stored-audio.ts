import type { AudioRef, SpeechWork } from '@utter/contracts/jobs'
import type { StoredWords } from './words/timed-words.ts'

/** The result of the speech step. Without `work`: stored by a version of before. Without `words`: nobody has asked for them. */
export type StoredAudio = AudioRef & { work?: SpeechWork; words?: StoredWords }
