import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import styled from 'styled-components'
import { forced, hidden, narrow, truncate } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { voicesQuery } from '../voices/queries.ts'
import { SampleButton } from './sample-button.tsx'

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

const VoiceCard = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 52px;
  padding: 8px 12px 8px 8px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-3);
  transition: border-color var(--t-1);

  &:hover { border-color: var(--control); }
  &:has(:checked) { border-color: var(--fg); box-shadow: inset 0 0 0 0.5px var(--fg); }
  &:has(input:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
  ${forced} {
    &:has(:checked) { outline: 2px solid Highlight; }
  }
  > svg { flex: none; }
`

/** The label covers the whole card; its sample button is above it. */
const Choice = styled.label`
  flex: 1;
  min-width: 0;
  cursor: pointer;
  &::after { content: ''; position: absolute; inset: 0; }
  input { ${hidden} }
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
  // An alias is the same voice; the field keeps what was typed.
  const chosenId = voices.find(({ id, aliases }) => id === voiceId || aliases.includes(voiceId))?.id
  const isHidden = voices.findIndex(({ id }) => id === chosenId) >= shownAtFirst
  const shown = isWhole || isHidden ? voices : voices.slice(0, shownAtFirst)
  return (
    <Frame>
      <Name>Voice</Name>
      <Cards>
        {shown.map(({ id, name, description, sampleUrl }) => (
          <VoiceCard key={id}>
            <SampleButton name={name} url={sampleUrl} />
            <Choice>
              <input type="radio" name={group} checked={id === chosenId} onChange={() => onChoose(id)} />
              <b>{name}</b>
              <Caption as="small">{description}</Caption>
            </Choice>
            {id === chosenId && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
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
