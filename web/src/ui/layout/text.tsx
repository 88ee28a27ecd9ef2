import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { mono, truncate } from '../../theme.ts'

export const Row = styled.div<{ $gap?: number; $isBetween?: boolean }>`
  display: flex;
  align-items: center;
  justify-content: ${({ $isBetween }) => ($isBetween ? 'space-between' : 'flex-start')};
  gap: ${({ $gap = 8 }) => $gap}px;
  min-width: 0;
`

export const Stack = styled.div<{ $gap?: number }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${({ $gap = 16 }) => $gap}px;
  min-width: 0;
`

/** Secondary text. */
export const Sub = styled.span`
  color: var(--fg-2);
`

/** Labels of things, hints, times: 12 px. */
export const Caption = styled.span`
  font-size: 12px;
  line-height: 16px;
  color: var(--fg-3);
  font-variant-numeric: tabular-nums;
`

export const Mono = styled.span`
  ${mono}
`

/** A name from code inside of a sentence. */
export const InlineCode = styled.code`
  ${mono}
  padding: 1px 5px;
  border: 1px solid var(--line);
  border-radius: var(--r-1);
  background: var(--sunken);
  color: var(--fg);
  overflow-wrap: anywhere;
`

export const Truncated = styled.span`
  display: block;
  ${truncate}
`

export const TextLink = styled(Link)`
  color: var(--fg);
  font-weight: 500;
  text-decoration: underline;
  text-decoration-color: var(--line-strong);
  text-underline-offset: 3px;
  &:hover { text-decoration-color: currentColor; }
`
