import type { AudioRef, SpeechWork } from '@utter/contracts/jobs'

/** The result of the speech step. Without `work`: stored by a version of before. */
export type StoredAudio = AudioRef & { work?: SpeechWork }
