import { VendorError } from '@utter/contracts/vendor-error'
import type { Voice } from './voice.ts'

/** Names of OpenAI's voices, so that a client written for them works here too. */
const openAiNames = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse']

/** All ids of the one local voice: `default`, its own name, and OpenAI's names. */
export function namesOf(voice: { name: string; description: string; language: string; provider: string }): Voice[] {
  const { name, description, language, provider } = voice
  const own = { name, description, language, provider }
  return [
    { ...own, id: 'default', name: 'Default', description: `${name}, the voice of this machine` },
    { id: name, ...own },
    ...openAiNames.map((id) => ({ ...own, id, name: id, description: `Spoken by ${name} on this machine` })),
  ]
}

/** @throws VendorError `invalid_voice` for an id of no voice, so that it fails before anything is spoken */
export function mustKnow(voices: Voice[], voiceId: string): void {
  if (!voices.some(({ id }) => id === voiceId)) throw new VendorError('permanent', 'invalid_voice', 'Invalid voice ID')
}
