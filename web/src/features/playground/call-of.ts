import type { ApiCall } from '../code-samples/code-samples.ts'
import type { VoiceJobValues } from './voice-job.ts'

/** The call that the form makes. */
export function callOf({
  userText,
  requestId,
  voiceId,
  ttsSettings: { stability, similarityBoost, style, speakerBoost },
}: VoiceJobValues & { requestId: string }): ApiCall {
  return {
    method: 'POST',
    path: '/api/reply',
    // In the order in which the form asks.
    body: { userText, requestId, voiceId, ttsSettings: { stability, similarityBoost, style, speakerBoost } },
  }
}
