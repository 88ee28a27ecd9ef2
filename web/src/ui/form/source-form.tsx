import type { ReactNode } from 'react'
import styled from 'styled-components'
import { medium, truncate } from '../../theme.ts'
import { CardHead } from '../layout/card.tsx'
import { Button } from './button.tsx'

/** A source that was read, and beside it what becomes of it. */
export const SourceForm = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 360px);
  align-items: start;
  gap: 16px;
  ${medium} { grid-template-columns: minmax(0, 1fr); }
`

/** In sight for as long as the other column goes on. */
export const SourceSide = styled.div`
  position: sticky;
  top: 64px;
  ${medium} { position: static; }
`

const Name = styled.h2`
  ${truncate}
  flex: 1;
`

const Other = styled(Button)`
  margin-right: -10px;
`

interface SourceHeadProps {
  /** A file's, or what was pasted. */
  name: string
  otherText: string
  onOther: () => void
  /** Acts before the one that takes another source. */
  children?: ReactNode
}

/** The name of a source, and the way to another one. */
export const SourceHead = ({ name, otherText, onOther, children }: SourceHeadProps) => (
  <CardHead>
    <Name dir="auto">{name}</Name>
    {children}
    <Other isSmall look="ghost" onClick={onOther}>
      {otherText}
    </Other>
  </CardHead>
)
