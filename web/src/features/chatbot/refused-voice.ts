import { defaultVoiceId } from '@utter/contracts/jobs'

/** The failures that another voice does not have. */
const voiceCodes = ['language_not_spoken', 'invalid_voice']

/** The voice of a job that failed with this code, where another may do. The default voice is by itself the one that can. */
export const refusedVoiceOf = (voiceId: string, code: string | undefined): string | undefined =>
  voiceId !== defaultVoiceId && voiceCodes.includes(code ?? '') ? voiceId : undefined
