import type { JobKind } from '@utter/contracts/http/jobs/batch'
import type { Speakers } from '@utter/contracts/http/jobs/dialogue'
import type { Fallback, TtsSettings } from '@utter/contracts/jobs'
import type { ApiCall } from './code-parts.ts'

/** A job as a form or a finished one has it. */
interface JobOfCall {
  kind: JobKind
  userText: string
  requestId: string
  voiceId: string
  ttsSettings: TtsSettings
  language?: string | undefined
  textNormalization?: 'off' | undefined
  fallback?: Fallback | undefined
  ssml?: true | undefined
  speakers?: Speakers | undefined
  /** As it was typed, while that is no number. */
  seed?: number | string | undefined
  check?: 'words' | undefined
}

/** The call that makes such a job, without `stream`: a program takes the sound once it is whole. */
export function jobCall({
  kind,
  userText,
  requestId,
  voiceId,
  ttsSettings: { stability, similarityBoost, style, speakerBoost, speed = 1 },
  language,
  textNormalization,
  fallback,
  ssml,
  speakers,
  seed,
  check,
}: JobOfCall): ApiCall {
  return {
    method: 'POST',
    path: `/api/${kind}`,
    // In the order in which the form asks.
    body: {
      ...{ userText, requestId, voiceId },
      ...(speakers && kind === 'tts' && { speakers }),
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
