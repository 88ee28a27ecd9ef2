import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { Input } from './input.tsx'

const Frame = styled.div`
  position: relative;
  svg {
    position: absolute;
    left: 12px;
    top: calc(50% - 8px);
    color: var(--fg-3);
    pointer-events: none;
  }
  input { padding-left: 36px; }
  input::-webkit-search-cancel-button { display: none; }
`

/** A field for words that are looked for as they are typed. */
export const SearchInput = (props: Omit<ComponentProps<typeof Input>, 'type'>) => (
  <Frame>
    <Search size={16} strokeWidth={1.75} aria-hidden="true" />
    <Input autoComplete="off" spellCheck={false} {...props} type="search" />
  </Frame>
)
