import { spokenFields } from '@utter/contracts/http/jobs/job-fields'
import { defaultVoiceId, limits, TtsSettings, ttsDefaults } from '@utter/contracts/jobs'
import * as z from 'zod/mini'

/** The form's fields: every setting has a value here. Each submission adds its own request id. */
export const VoiceJob = z.object({ ...spokenFields(limits.replyText), ttsSettings: TtsSettings })

export type VoiceJobValues = z.infer<typeof VoiceJob>

export const emptyVoiceJob: VoiceJobValues = { userText: '', voiceId: defaultVoiceId, ttsSettings: { ...ttsDefaults } }
