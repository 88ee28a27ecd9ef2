import type { JobStatus } from '@utter/contracts/jobs'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { forced } from '../../theme.ts'

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  color: var(--fg-2);
`

const Track = styled.div`
  flex: 1;
  min-width: 40px;
  height: 6px;
  border-radius: var(--r-full);
  background: var(--line);
  overflow: hidden;
  ${forced} { border: 1px solid CanvasText; }
`

const fills: Record<JobStatus, string> = {
  pending: 'var(--control)',
  processing: 'var(--accent)',
  // Done is quiet: full bars in a column would be the loudest shape of the table.
  completed: 'var(--line-strong)',
  failed: 'var(--failed)',
}

const Fill = styled.div<{ $status: JobStatus }>`
  height: 100%;
  border-radius: inherit;
  background: ${({ $status }) => fills[$status]};
  transition: width var(--t-3) var(--ease);
  ${forced} { forced-color-adjust: none; background: Highlight; }
`

const Percent = styled.span`
  width: 36px;
  text-align: right;
`

export const Progress = ({ status, percent }: { status: JobStatus; percent: number }) => (
  <Line>
    <Track role="progressbar" aria-label={t('Progress')} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
      <Fill $status={status} style={{ width: `${percent}%` }} />
    </Track>
    <Percent>{percent}%</Percent>
  </Line>
)
