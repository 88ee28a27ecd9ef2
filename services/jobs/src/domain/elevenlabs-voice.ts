import { defaultVoiceId } from '@utter/contracts/jobs'

/** ElevenLabs' own voices that its guides and clients name: George, Rachel, Sarah, Adam. */
const elevenLabsVoices = new Set([
  'JBFqnCBsd6RMkjVDRZzb',
  '21m00Tcm4TlvDq8ikWAM',
  'EXAVITQu4vr4xnSDxMaL',
  'pNInz6obpgDQGcFmaJgB',
])

/**
 * The voice that a client of ElevenLabs' speech means: one of those that its guides name is the default voice where it is none here, so that such
 * a client needs no change; each other id is a voice's own.
 * @param known the versions of the present voices, by their ids and aliases
 */
export const voiceOfElevenLabs = (id: string, known: Record<string, string> = {}): string =>
  !Object.hasOwn(known, id) && elevenLabsVoices.has(id) ? defaultVoiceId : id
