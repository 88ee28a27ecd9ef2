import type { ReactNode } from 'react'
import { t } from '../../../lib/language/words.ts'
import { HeadCell, RowGroup } from '../../../ui/data/grid-table.ts'
import type { Columns } from './columns.ts'
import { ChoiceHead, HeadRow } from './grid.tsx'

interface TableHeadProps extends Columns {
  /** The box that chooses all rows, where each has one. */
  choice?: ReactNode
}

export const TableHead = ({ heads, hasChoice, choice }: TableHeadProps) => (
  <RowGroup>
    <HeadRow aria-rowindex={1}>
      {hasChoice && <ChoiceHead>{choice}</ChoiceHead>}
      {heads.map((head) => (
        <HeadCell key={head.id} $isRight={head.id === 'Actions'}>
          {t(head)}
        </HeadCell>
      ))}
    </HeadRow>
  </RowGroup>
)
