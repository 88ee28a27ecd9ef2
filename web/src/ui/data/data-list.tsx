import type { ReactNode } from 'react'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'

/** Names and values under each other, a hairline between two. Its children are `DataRow`s. */
export const DataList = styled.dl`
  display: grid;
`

const Line = styled.div<{ $isTight: boolean }>`
  display: grid;
  grid-template-columns: ${({ $isTight }) => ($isTight ? 'auto' : 'minmax(0, 220px)')} minmax(0, 1fr);
  align-items: center;
  gap: 16px;
  min-height: ${({ $isTight }) => ($isTight ? '40px' : '48px')};
  padding: ${({ $isTight }) => ($isTight ? '4px' : '8px')} 0;
  border-top: 1px solid var(--line);
  &:first-child { border-top: 0; }

  dt { color: var(--fg-2); font-size: 13px; }
  dd {
    display: flex;
    align-items: center;
    justify-content: ${({ $isTight }) => ($isTight ? 'flex-end' : 'space-between')};
    gap: 12px;
    min-width: 0;
    min-height: 20px;
    margin: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
    text-align: ${({ $isTight }) => ($isTight ? 'right' : 'left')};
  }
  /* A button with a long name goes below its value. */
  dd:has(> button) { flex-wrap: wrap; row-gap: 4px; }
  ${narrow} {
    ${({ $isTight }) => !$isTight && 'grid-template-columns: minmax(0, 1fr); gap: 2px; padding: 10px 0;'}
  }
`

interface DataRowProps {
  name: ReactNode
  /** The value, and at most one button right of it. */
  children: ReactNode
  /** In a narrow card: the value at its right edge. */
  isTight?: boolean
}

export const DataRow = ({ name, children, isTight = false }: DataRowProps) => (
  <Line $isTight={isTight}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </Line>
)
