import type { Pronunciation } from '@utter/contracts/http/pronunciations'
import { defaultVoiceId, ttsDefaults } from '@utter/contracts/jobs'
import { pronounced } from '@utter/text/pronounced'
import { invalidVoice, voiceOf } from './find-voice.ts'
import { voiceFor } from './language-gate.ts'
import type { SpeakRequest, SpeechProvider } from './voice.ts'

export type PronunciationSamples = {
  /** The mp3 of an entry's written form, spoken by the entry. @throws Problem 400 for a form that is not spoken, 503 while the voices are busy */
  sampleOf(userId: string, entry: Pronunciation): Promise<Buffer>
}

/**
 * The written form of an entry, spoken by the entry in the default voice, or in that of its language.
 * @throws VendorError `language_not_spoken`
 */
export async function pronunciationRequest(
  speech: Pick<SpeechProvider, 'find' | 'voices'>,
  userId: string,
  { from, to, caseSensitive = false, wholeWord = true, language }: Pronunciation,
  signal: AbortSignal,
): Promise<SpeakRequest> {
  const text = pronounced(from, [{ from, to, caseSensitive, wholeWord }], Math.max(from.length, to.length))
  const written = { voiceId: defaultVoiceId, text, language }
  const named = await voiceOf(speech, { ...written, userId }, signal)
  if (!named) throw invalidVoice()
  const voice = voiceFor(named, await speech.voices(), written)
  return { ...written, voiceId: voice.id, settings: { ...ttsDefaults }, userId }
}
