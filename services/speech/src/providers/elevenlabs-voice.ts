import type { Voice, VoiceSettings } from '../domain/voice.ts'
import type { ElevenLabsVoice } from './elevenlabs-api.ts'

/** The third version has another form of stability, no other setting, and no context. */
export const isThird = (model: string): boolean => model.startsWith('eleven_v3')

const bcp47 = /^[a-z]{2}(-[A-Z]{2})?$/

/** A voice of the account, as we show it. */
export function voiceOfElevenLabs(
  { voice_id, name, labels, verified_languages }: ElevenLabsVoice,
  model: string,
): Voice {
  const languages = [
    ...new Set((verified_languages ?? []).map(({ language, locale }) => [locale, language].find(isTag) ?? '')),
  ].filter(isTag)
  const kind = [labels?.accent, labels?.age, labels?.use_case ?? labels?.description]
  const sex = labels?.gender
  return {
    id: voice_id,
    name,
    description: [...kind.filter(Boolean), 'by ElevenLabs'].join(', ').replaceAll('_', ' '),
    language: languages[0] ?? 'en',
    languages: languages.length > 0 ? languages : ['en'],
    ...(sex === 'female' || sex === 'male' ? { sex } : {}),
    speedClass: 'quick',
    settings: isThird(model) ? ['stability'] : ['stability', 'similarityBoost', 'style', 'speakerBoost'],
    provider: 'elevenlabs',
    model,
    aliases: [],
  }
}
const isTag = (tag: string | null | undefined): tag is string => bcp47.test(tag ?? '')

/** A job's settings by ElevenLabs' names. The third version takes a stability of 0, 0.5 or 1 alone. */
export const settingsOfElevenLabs = (
  { stability, similarityBoost, style, speakerBoost, speed }: VoiceSettings,
  model: string,
): Record<string, number | boolean> =>
  isThird(model)
    ? { stability: Math.round(stability * 2) / 2 }
    : {
        ...{ stability, similarity_boost: similarityBoost, style, use_speaker_boost: speakerBoost },
        ...(speed !== undefined && { speed: ownSpeed(speed, model) }),
      }

/** The vendor's speed for one that is wanted: it goes from 0.7 to 1.2, and the third version has none. */
export const ownSpeed = (speed: number, model: string): number =>
  isThird(model) ? 1 : Math.min(1.2, Math.max(0.7, speed))
