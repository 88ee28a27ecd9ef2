import type { VoiceView } from '@utter/contracts/http/voices'

/** The voice of an id or of an alias, which is the same voice; undefined for an id that no list has. */
export const findVoice = (voices: readonly VoiceView[] | null | undefined, voiceId: string): VoiceView | undefined =>
  voices?.find(({ id, aliases }) => id === voiceId || aliases.includes(voiceId))
