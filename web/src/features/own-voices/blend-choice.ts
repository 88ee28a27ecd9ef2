import type { Blend } from '@utter/contracts/http/own-voices'
import type { VoiceView } from '@utter/contracts/http/voices'

export type BlendLanguage = { tag: string; voices: VoiceView[] }

const baseOf = ({ language }: VoiceView) => new Intl.Locale(language).language

/** Blendable voices by their language without its region, in their order: a blend speaks one. */
export const byLanguage = (voices: readonly VoiceView[]): BlendLanguage[] =>
  [...new Set(voices.map(baseOf))].map((tag) => ({ tag, voices: voices.filter((voice) => baseOf(voice) === tag) }))

const middle = 0.5

/** The first two voices of a language, in equal parts. */
export const firstBlend = ({ voices }: BlendLanguage): Blend =>
  voices.slice(0, 2).map(({ id }) => ({ voiceId: id, weight: middle }))

/** With one voice more, of those that are not in it. */
export function withAnother(blend: Blend, { voices }: BlendLanguage): Blend {
  const next = voices.find(({ id }) => !blend.some(({ voiceId }) => voiceId === id))
  return next ? [...blend, { voiceId: next.id, weight: middle }] : blend
}

/** Percent of the blend that a part is. */
export const shareOf = (blend: Blend, weight: number): number =>
  Math.round((100 * weight) / blend.reduce((sum, part) => sum + part.weight, 0))
