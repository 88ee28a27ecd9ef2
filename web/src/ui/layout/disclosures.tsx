import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'

/** Questions and their answers, a hairline between two. Its children are `Disclosure`s. */
export const Disclosures = styled.div`
  padding: 4px 20px;
  ${narrow} { padding: 4px 16px; }
`

const Frame = styled.details`
  border-top: 1px solid var(--line);
  &:first-of-type { border-top: 0; }

  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    padding: 14px 0;
    font-weight: 500;
    list-style: none;
    cursor: pointer;
    &::-webkit-details-marker { display: none; }
    svg { flex: none; color: var(--fg-3); transition: rotate var(--t-2) var(--ease); }
  }
  &[open] summary svg { rotate: 180deg; }
`

const Answer = styled.div`
  display: grid;
  gap: 8px;
  max-width: 68ch;
  padding: 0 32px 16px 0;
  color: var(--fg-2);
`

interface DisclosureProps {
  title: string
  isOpen?: boolean
  children: ReactNode
}

/** The browser's own: its find-in-page opens it, and it needs no script. */
export const Disclosure = ({ title, isOpen = false, children }: DisclosureProps) => (
  <Frame open={isOpen}>
    <summary>
      {title}
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
    </summary>
    <Answer>{children}</Answer>
  </Frame>
)
