import type { DataOf } from '@utter/contracts/event'
import type { SpeechRequested } from '@utter/contracts/events/speech-requested'
import type { VendorError } from '@utter/contracts/vendor-error'
import type { WorkDeps } from '../deps.ts'
import { voiceOf } from '../domain/find-voice.ts'
import { voiceFor } from '../domain/language-gate.ts'
import { type MarkedRequest, mustTake } from '../domain/marks/marked-request.ts'
import type { Voice } from '../domain/voice.ts'

type Asked = Pick<DataOf<typeof SpeechRequested>, 'voiceId' | 'language'> & { userId: string }

/** `unread`: why its vendor could not be asked for it. */
export type VoiceOfJob = { voice?: Voice; named?: Voice; unread?: VendorError }

/**
 * The job's own voice, `named` as it was looked up: for `default` another may be that of the text's language. */
export async function voiceOfJob(
  speech: WorkDeps['speech'],
  asked: Asked,
  { marks, signal }: { marks: Pick<MarkedRequest, 'takes' | 'textOf'>; signal: AbortSignal },
): Promise<VoiceOfJob> {
  const named = await voiceOf(speech, asked, signal)
  if (!named) return {}
  const { voiceId, language } = asked
  const able = (await speech.voices()).filter(marks.takes(undefined))
  const voice = voiceFor(named, able, { voiceId, text: marks.textOf(undefined), language })
  mustTake(voice, marks.takes(undefined))
  return { voice, named }
}
