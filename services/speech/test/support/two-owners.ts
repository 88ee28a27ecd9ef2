import { newIdentity } from '@utter/testing/callers'
import type { Deps } from '../../src/deps.ts'
import type { OwnVoice } from '../../src/domain/voice.ts'

/** Two accounts with own voices in memory: one with a clone and a blend, and another with a clone. */
export function twoOwners() {
  const [owner, other] = [newIdentity({ tier: 'pro' }), newIdentity({ tier: 'pro' })]
  const voice = (userId: string, voiceId: string, name: string): OwnVoice => ({
    ...{ userId, voiceId, name, provider: 'elevenlabs', addedAt: new Date('2026-03-01T00:00:00Z') },
  })
  const kept: OwnVoice[] = [
    voice(owner.userId, 'cloned', 'My clone'),
    { ...voice(owner.userId, 'blended', 'My blend'), blend: [{ voiceId: 'one', weight: 1 }], provider: 'kokoro' },
    voice(other.userId, 'theirs', 'Their clone'),
  ]
  const ownVoices = {
    list: async (userId: string) => kept.filter((one) => one.userId === userId),
    find: async (userId: string, voiceId: string) =>
      kept.find((one) => one.userId === userId && one.voiceId === voiceId),
  } as Deps['ownVoices']
  return { owner, other, ownVoices }
}
