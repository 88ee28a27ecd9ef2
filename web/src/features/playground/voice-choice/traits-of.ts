import type { VoiceView } from '@utter/contracts/http/voices'
import { languageName } from '../../../lib/format/language-name.ts'
import { msg, t } from '../../../lib/language/words.ts'

const sexes = { female: msg('Female'), male: msg('Male') }
const speeds = { quick: msg('Quick'), natural: msg('Natural') }

/** 'English (US)', 'Female', 'Natural'. */
export function traitsOf({ language, languages, sex, speedClass }: VoiceView): string[] {
  const others = languages.filter((tag) => tag !== language).length
  const spoken = others > 0 ? `${languageName(language)} +${others}` : languageName(language)
  return [spoken, ...(sex ? [t(sexes[sex])] : []), t(speeds[speedClass])]
}
