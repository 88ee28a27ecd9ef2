import { VendorError } from '@utter/contracts/vendor-error'
import type { SpeakRequest, SpeechProvider, Voice } from './voice.ts'

type Named = Pick<Voice, 'id' | 'aliases'>

/** The voice of an id or an alias. */
export const findVoice = <V extends Named>(voices: V[], voiceId: string): V | undefined =>
  voices.find(({ id, aliases }) => id === voiceId || aliases.includes(voiceId))

export const isListed = ({ isUnlisted }: Pick<Voice, 'isUnlisted'>): boolean => !isUnlisted

export const unknownVoice = { code: 'invalid_voice', sentence: 'Invalid voice ID' }

export const invalidVoice = () => new VendorError('permanent', unknownVoice.code, unknownVoice.sentence)

/** @throws VendorError `invalid_voice` for an id of no voice, so that it fails before anything is spoken */
export function mustFind<V extends Named>(voices: V[], voiceId: string): V {
  const voice = findVoice(voices, voiceId)
  if (!voice) throw invalidVoice()
  return voice
}

/** The voice that speaks a request, where its account may use it. */
export const voiceOf = async (
  { find, voices }: Pick<SpeechProvider, 'find' | 'voices'>,
  { voiceId, userId = '' }: Pick<SpeakRequest, 'voiceId' | 'userId'>,
  signal: AbortSignal,
): Promise<Voice | undefined> => (find ? find(voiceId, { userId, signal }) : findVoice(await voices(), voiceId))
