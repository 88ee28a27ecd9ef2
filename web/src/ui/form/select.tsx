import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'
import { edge } from './input.tsx'

const Frame = styled.span`
  position: relative;
  display: block;
  min-width: 0;
  svg {
    position: absolute;
    right: 12px;
    top: calc(50% - 8px);
    color: var(--fg-3);
    pointer-events: none;
  }
`

const Native = styled.select`
  ${edge}
  appearance: none;
  height: var(--h);
  padding: 0 36px 0 12px;
  text-overflow: ellipsis;
  cursor: pointer;
  ${narrow} { font-size: 16px; }
  option { background: var(--raised); color: var(--fg); }
`

/** The browser's own select, drawn like a field; its menu is the system's. */
export const Select = (props: ComponentProps<'select'>) => (
  <Frame>
    <Native {...props} />
    <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
  </Frame>
)
