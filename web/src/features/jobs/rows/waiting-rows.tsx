import styled from 'styled-components'
import { tight } from '../../../theme.ts'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import type { Columns } from './columns.ts'
import {
  ActionsCell,
  ChoiceCell,
  CreatedCell,
  GridRow,
  IdCell,
  ProgressCell,
  StatusCell,
  TextCell,
  VoiceCell,
} from './grid.tsx'

const places = ['first', 'second', 'third', 'fourth', 'fifth']

/** Two lines where rows stack, as the text itself. */
const Lines = styled(TextCell)`
  ${tight} {
    row-gap: 8px;
    padding-top: 4px;
    span:last-child { width: 43%; }
  }
`
const SecondLine = styled(Skeleton)`
  display: none;
  ${tight} { display: block; }
`

/** Five rows as high as the real ones, so that nothing moves when those come. */
export const WaitingRows = ({ columns }: { columns: Columns }) => (
  <>
    {places.map((place) => (
      <GridRow key={place}>
        {columns.hasChoice && <ChoiceCell />}
        <IdCell>
          <Skeleton $width="72px" />
        </IdCell>
        <StatusCell>
          <Skeleton $width="92px" $height={24} />
        </StatusCell>
        <ProgressCell>
          <Skeleton />
        </ProgressCell>
        <Lines>
          <Skeleton $width="72%" />
          <SecondLine />
        </Lines>
        {columns.hasActions && (
          <VoiceCell>
            <Skeleton />
          </VoiceCell>
        )}
        <CreatedCell>
          <Skeleton $width="80px" />
        </CreatedCell>
        {columns.hasActions && <ActionsCell />}
      </GridRow>
    ))}
  </>
)
