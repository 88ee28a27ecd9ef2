import styled from 'styled-components'
import { tight } from '../../theme.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Columns } from './columns.ts'
import { ActionsCell, CreatedCell, IdCell, ProgressCell, Row, StatusCell, TextCell, VoiceCell } from './grid.tsx'

const widths = ['92%', '74%', '83%', '64%', '88%']

/** Two lines where rows stack, as the text itself. */
const Lines = styled(TextCell)`
  ${tight} {
    align-content: space-evenly;
    span:last-child { width: 60%; }
  }
`
const SecondLine = styled(Skeleton)`
  display: none;
  ${tight} { display: block; }
`

/** Five rows as high as the real ones, so that nothing moves when those come. */
export const WaitingRows = ({ columns }: { columns: Columns }) => (
  <>
    {widths.map((width) => (
      <Row key={width}>
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
          <Skeleton $width={width} />
          <SecondLine />
        </Lines>
        {columns.hasActions && (
          <VoiceCell>
            <Skeleton />
          </VoiceCell>
        )}
        <CreatedCell>
          <Skeleton $width="84px" />
        </CreatedCell>
        {columns.hasActions && <ActionsCell />}
      </Row>
    ))}
  </>
)
