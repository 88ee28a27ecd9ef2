import type { VoiceView } from '@utter/contracts/http/voices'
import { Check } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { hidden, truncate } from '../../theme.ts'

/** More voices than a visitor chooses among stay for the Playground. */
const maxVoices = 4
const voicePx = 38
const gapPx = 2

/** A list as high as all voices from the first render on: what is below does not move when they arrive. */
const List = styled.fieldset`
  display: grid;
  align-content: start;
  gap: ${gapPx}px;
  min-height: ${maxVoices * (voicePx + gapPx) - gapPx}px;
  min-width: 0;
  padding: 0;
  border: 0;
  legend { ${hidden} }
`

const Voice = styled.label`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: ${voicePx}px;
  padding: 0 12px;
  border: 1px solid transparent;
  border-radius: var(--r-3);
  cursor: pointer;
  &:hover { background: var(--hover); }
  &:has(:checked) { border-color: var(--fg); }
  &:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
  input { ${hidden} }
  span { ${truncate} }
  small { margin-left: 6px; color: var(--fg-3); font-size: 12px; }
`

interface VoiceChoiceProps {
  voices: readonly VoiceView[]
  chosenId: string | undefined
  onChoose: (voiceId: string) => void
  className?: string
}

/** Voices that sound different; the one that is chosen is heard at once. */
export function VoiceChoice({ voices, chosenId, onChoose, className }: VoiceChoiceProps) {
  const name = useId()
  return (
    <List className={className}>
      <legend>{t('Voice')}</legend>
      {voices.slice(0, maxVoices).map((voice) => (
        <Voice key={voice.id}>
          <input type="radio" name={name} checked={voice.id === chosenId} onChange={() => onChoose(voice.id)} />
          <span>
            {voice.name}
            <small>{fromServer(voice.description)}</small>
          </span>
          {voice.id === chosenId && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
        </Voice>
      ))}
    </List>
  )
}
