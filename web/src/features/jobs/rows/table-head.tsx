import type { ReactNode } from 'react'
import type { Columns } from './columns.ts'
import { ChoiceHead, HeadCell, HeadRow, RowGroup } from './grid.tsx'

interface TableHeadProps extends Columns {
  /** The box that chooses all rows, where each has one. */
  choice?: ReactNode
}

export const TableHead = ({ heads, hasChoice, choice }: TableHeadProps) => (
  <RowGroup>
    <HeadRow aria-rowindex={1}>
      {hasChoice && <ChoiceHead>{choice}</ChoiceHead>}
      {heads.map((head) => (
        <HeadCell key={head} $isRight={head === 'Actions'}>
          {head}
        </HeadCell>
      ))}
    </HeadRow>
  </RowGroup>
)
