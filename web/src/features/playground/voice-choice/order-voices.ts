import type { VoiceView } from '@utter/contracts/http/voices'
import { findVoice } from '../../voices/find-voice.ts'

/** The name of the list of voices that were used last (`lib/recent.ts`). */
export const recentVoices = 'voices'

/** The voices in two parts: those that were used last, newest first, and all others in their order. */
export function splitByRecent(voices: readonly VoiceView[], recentIds: readonly string[]) {
  const recent = new Set(recentIds.flatMap((id) => findVoice(voices, id) ?? []))
  return { recent: [...recent], others: voices.filter((voice) => !recent.has(voice)) }
}

/** The first few; the chosen one takes the last place where it is not among them. */
export function firstFew(sorted: readonly VoiceView[], chosen: VoiceView | undefined, count: number): VoiceView[] {
  const few = sorted.slice(0, count)
  return chosen && !few.includes(chosen) ? [...few.slice(0, -1), chosen] : few
}
