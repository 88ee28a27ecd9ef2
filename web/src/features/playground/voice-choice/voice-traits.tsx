import type { VoiceView } from '@utter/contracts/http/voices'
import styled from 'styled-components'
import { msg } from '../../../lib/language/words.ts'
import { traitsOf } from './traits-of.ts'

/** The meaning of the badges that do not explain themselves. */
export const speedHint = msg('Quick voices speak in a moment. Natural ones take about as long as the speech lasts.')

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
