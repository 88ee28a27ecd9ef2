import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import styled from 'styled-components'
import { hidden, narrow, truncate } from '../../theme.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Caption } from '../../ui/text.tsx'
import { voicesQuery } from '../voices/queries.ts'

/** A longer list waits behind a button. */
const shownAtFirst = 6

const Frame = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  gap: 6px;
  min-width: 0;
  padding: 0;
  border: 0;
`

const Name = styled.legend`
  padding: 0 0 6px;
  font-size: 13px;
  font-weight: 500;
  line-height: 20px;
`

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 8px;
  width: 100%;
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

const VoiceCard = styled.label`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 10px;
  min-height: 52px;
  padding: 8px 12px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-3);
  cursor: pointer;
  transition: border-color var(--t-1);

  &:hover { border-color: var(--control); }
  &:has(:checked) { border-color: var(--fg); box-shadow: inset 0 0 0 0.5px var(--fg); }
  &:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }

  input { ${hidden} }
  span { min-width: 0; }
  b { display: block; font-weight: 500; line-height: 18px; ${truncate} }
  small { display: block; ${truncate} }
`

/** Cards of the size of those to come: what is below them never moves. */
const WaitingCards = () => (
  <Frame aria-busy="true">
    <Name>Voice</Name>
    <Cards>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <WaitingCard key={place} $height={52} />
      ))}
    </Cards>
  </Frame>
)

const WaitingCard = styled(Skeleton)`
  border-radius: var(--r-3);
`

interface VoicePickerProps {
  voiceId: string
  onChoose: (voiceId: string) => void
}

/** A card fills the Voice ID below; an id that no card has leaves all of them unchosen. */
export function VoicePicker({ voiceId, onChoose }: VoicePickerProps) {
  const { data: voices, isError } = useQuery(voicesQuery)
  const [isWhole, setIsWhole] = useState(false)
  const group = useId()
  if (!voices) return isError ? null : <WaitingCards />
  if (voices.length === 0) return null
  const isHidden = voices.findIndex(({ id }) => id === voiceId) >= shownAtFirst
  const shown = isWhole || isHidden ? voices : voices.slice(0, shownAtFirst)
  return (
    <Frame>
      <Name>Voice</Name>
      <Cards>
        {shown.map(({ id, name, description, language }) => (
          <VoiceCard key={id}>
            <input type="radio" name={group} checked={id === voiceId} onChange={() => onChoose(id)} />
            <span>
              <b>{name}</b>
              <Caption as="small">{[description, language].filter(Boolean).join(' · ')}</Caption>
            </span>
            {id === voiceId && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
          </VoiceCard>
        ))}
      </Cards>
      {shown.length < voices.length && (
        <Button look="ghost" isSmall onClick={() => setIsWhole(true)}>
          Show all {voices.length} voices
        </Button>
      )}
    </Frame>
  )
}
