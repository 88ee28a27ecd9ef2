import type { VoiceView } from '@utter/contracts/http/voices'
import { languageName } from '../../../lib/format/language-name.ts'

const sexes = { female: 'Female', male: 'Male' }
const speeds = { quick: 'Quick', natural: 'Natural' }

/** 'English (US)', 'Female', 'Natural'. */
export function traitsOf({ language, languages, sex, speedClass }: VoiceView): string[] {
  const others = languages.filter((tag) => tag !== language).length
  const spoken = others > 0 ? `${languageName(language)} +${others}` : languageName(language)
  return [spoken, ...(sex ? [sexes[sex]] : []), speeds[speedClass]]
}
