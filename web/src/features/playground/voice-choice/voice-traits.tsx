import type { VoiceView } from '@utter/contracts/http/voices'
import styled from 'styled-components'
import { languageName } from '../../../lib/format/language-name.ts'

const sexes = { female: 'Female', male: 'Male' }
const speeds = { quick: 'Quick', natural: 'Natural' }

/** The meaning of the badges that do not explain themselves. */
export const speedHint = 'Quick voices speak in a moment. Natural ones take about as long as the speech lasts.'

/** 'English (US)', 'Female', 'Natural'. */
export function traitsOf({ language, languages, sex, speedClass }: VoiceView): string[] {
  const others = languages.filter((tag) => tag !== language).length
  const spoken = others > 0 ? `${languageName(language)} +${others}` : languageName(language)
  return [spoken, ...(sex ? [sexes[sex]] : []), speeds[speedClass]]
}

const Badges = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
`

const Trait = styled.span`
  padding: 1px 6px;
  border: 1px solid var(--line);
  border-radius: var(--r-1);
  color: var(--fg-2);
  font-size: 12px;
  line-height: 16px;
  white-space: nowrap;
`

export const VoiceTraits = ({ voice }: { voice: VoiceView }) => (
  <Badges>
    {traitsOf(voice).map((trait) => (
      <Trait key={trait}>{trait}</Trait>
    ))}
  </Badges>
)
