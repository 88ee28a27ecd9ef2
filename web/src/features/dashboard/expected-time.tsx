import type { EstimateStats } from '@utter/contracts/http/jobs/job-views'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { truncate } from '../../theme.ts'

/** As high without its text: nothing moves when the first job has ended. */
const Line = styled.p`
  ${truncate}
  min-height: 24px;
  padding-top: 8px;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  font-variant-numeric: tabular-nums;
`

/** How far the jobs of these hours were off the time that was expected at their submission. */
export const ExpectedTime = ({ estimates }: { estimates: EstimateStats | undefined }) => (
  <Line>{estimates && lineOf(estimates)}</Line>
)

// Rounded down: 100% is said of all alone.
const lineOf = ({ jobs, inTime, medianOffSeconds }: EstimateStats) =>
  t('{percent}% of jobs in the expected time, half at most {time} off', {
    percent: Math.floor((inTime / jobs) * 100),
    time: timeOf(medianOffSeconds),
  })

/** In the unit that it is a whole number of. */
const timeOf = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`
