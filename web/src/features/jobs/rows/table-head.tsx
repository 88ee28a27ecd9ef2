import type { Columns } from './columns.ts'
import { HeadCell, HeadRow, RowGroup } from './grid.tsx'

export const TableHead = ({ heads }: Columns) => (
  <RowGroup>
    <HeadRow aria-rowindex={1}>
      {heads.map((head) => (
        <HeadCell key={head} $isRight={head === 'Actions'}>
          {head}
        </HeadCell>
      ))}
    </HeadRow>
  </RowGroup>
)
