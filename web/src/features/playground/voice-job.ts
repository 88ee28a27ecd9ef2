import { ReplyRequest } from '@utter/contracts/http/job-request'
import { defaultVoiceId, TtsSettings, ttsDefaults } from '@utter/contracts/jobs'
import * as z from 'zod/mini'

/** The form's fields: every setting has a value here. Each submission adds its own request id. */
export const VoiceJob = z.extend(z.pick(ReplyRequest, { userText: true, voiceId: true }), { ttsSettings: TtsSettings })

export type VoiceJobValues = z.infer<typeof VoiceJob>

export const emptyVoiceJob: VoiceJobValues = { userText: '', voiceId: defaultVoiceId, ttsSettings: { ...ttsDefaults } }
