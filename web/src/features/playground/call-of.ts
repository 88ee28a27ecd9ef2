import type { ApiCall } from '../code-samples/code-samples.ts'
import { aboutKind } from './job-kinds.ts'
import type { VoiceJobValues } from './voice-job.ts'

/** The call that the form makes, without `stream`: a program takes the sound once it is whole. */
export function callOf({
  kind,
  userText,
  requestId,
  voiceId,
  ttsSettings: { stability, similarityBoost, style, speakerBoost, speed = 1 },
  language,
  textNormalization,
  fallback,
  ssml,
  seed,
  check,
}: VoiceJobValues & { requestId: string }): ApiCall {
  return {
    method: 'POST',
    path: aboutKind[kind].path,
    // In the order in which the form asks.
    body: {
      ...{ userText, requestId, voiceId },
      ttsSettings: { stability, similarityBoost, style, speakerBoost, ...(speed !== 1 && { speed }) },
      ...(language && { language }),
      ...(textNormalization && { textNormalization }),
      ...(fallback && { fallback }),
      ...(ssml && kind === 'tts' && { ssml }),
      ...(seed !== undefined && { seed }),
      ...(check && { check }),
    },
  }
}
