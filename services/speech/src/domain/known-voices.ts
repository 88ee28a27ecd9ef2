import { VendorError } from '@utter/contracts/vendor-error'
import type { Voice } from './voice.ts'

/** Names of OpenAI's voices, so that a client written for them works here too. */
const openAiNames = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse']

/** Everything that the one local voice answers to: `default`, its own name, and OpenAI's names. */
export function namesOf(voice: { name: string; description: string; language: string; provider: string }): Voice[] {
  const { name, description, language, provider } = voice
  const own = { name, description, language, provider }
  return [
    { ...own, id: 'default', name: 'Default', description: `${name}, the voice of this machine` },
    { id: name, ...own },
    ...openAiNames.map((id) => ({ ...own, id, name: id, description: `Spoken by ${name} on this machine` })),
  ]
}

/** Throws when nobody answers to this id, so that a wrong voice fails before anything is spoken. */
export function mustKnow(voices: Voice[], voiceId: string): void {
  if (!voices.some(({ id }) => id === voiceId)) throw new VendorError('permanent', 'invalid_voice', 'Invalid voice ID')
}
