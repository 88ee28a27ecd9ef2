import type { VoiceView } from '@utter/contracts/http/voices'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { forced, hidden, truncate } from '../../../theme.ts'
import { Caption } from '../../../ui/layout/text.tsx'
import { SampleButton } from '../../player/sample-button.tsx'

/** A card has an edge of its own; a row of a list only once it is chosen. */
const Frame = styled.div<{ $isRow: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 52px;
  padding: 8px 12px 8px 8px;
  border: 1px solid ${({ $isRow }) => ($isRow ? 'transparent' : 'var(--line-strong)')};
  border-radius: var(--r-3);
  transition: border-color var(--t-1);

  &:hover { border-color: var(--control); }
  &:has(:checked) { border-color: var(--fg); box-shadow: inset 0 0 0 0.5px var(--fg); }
  &:has(input:focus-visible) { outline: 2px solid var(--accent); outline-offset: ${({ $isRow }) => ($isRow ? -1 : 2)}px; }
  ${forced} {
    &:has(:checked) { outline: 2px solid Highlight; }
  }
  > svg {
    flex: none;
    /* Beside the name alone: a card has no width to spare for it in both lines. */
    ${({ $isRow }) => ($isRow ? '' : 'position: absolute; top: 10px; right: 10px;')}
  }
  &:has(> svg) b { padding-right: ${({ $isRow }) => ($isRow ? 0 : 16)}px; }
`

/** The label covers the whole frame; its sample button is above it. */
const Choice = styled.label`
  flex: 1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-width: 0;
  cursor: pointer;
  &::after { content: ''; position: absolute; inset: 0; }
  input { ${hidden} }
`

/** Badges go below the name where it would have less than a third of the line beside them. */
const Names = styled.span`
  flex: 1 0 34%;
  min-width: 0;
  b { display: block; font-weight: 500; line-height: 18px; ${truncate} }
  small { display: block; ${truncate} }
`

const NoCheck = styled.span`
  flex: none;
  width: 16px;
`

interface VoiceOptionProps {
  voice: VoiceView
  /** Below the name. */
  detail: string
  /** The name of the radio group. */
  group: string
  isChosen: boolean
  isRow?: boolean
  onChoose: (voiceId: string) => void
  children?: ReactNode
}

/** A voice to be heard, and to be chosen. */
export const VoiceOption = ({
  voice,
  detail,
  group,
  isChosen,
  isRow = false,
  onChoose,
  children,
}: VoiceOptionProps) => (
  <Frame $isRow={isRow} data-chosen={isChosen || undefined}>
    <SampleButton name={voice.name} url={voice.sampleUrl} />
    <Choice>
      <input type="radio" name={group} checked={isChosen} onChange={() => onChoose(voice.id)} />
      <Names>
        <b dir="auto">{voice.name}</b>
        <Caption as="small">{detail}</Caption>
      </Names>
      {children}
    </Choice>
    {/* In a list all badges end at one line. */}
    {isChosen ? <Check size={16} strokeWidth={1.75} aria-hidden="true" /> : isRow && <NoCheck />}
  </Frame>
)
