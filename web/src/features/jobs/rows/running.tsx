import type { JobKind } from '@utter/contracts/http/jobs/batch'
import type { JobStatus } from '@utter/contracts/jobs'
import { useState } from 'react'
import styled from 'styled-components'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { t } from '../../../lib/language/words.ts'
import { Clamped } from '../../../ui/data/clamped.tsx'
import { Progress } from '../../../ui/data/progress.tsx'
import { Row, Stack, Sub } from '../../../ui/layout/text.tsx'
import { progressWords } from './progress-labels.ts'

const Line = styled(Row)`
  font-size: 13px;
`

const Left = styled.span`
  color: var(--fg-3);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`

/** Two lines from the beginning on, so that the reply moves nothing when it comes. */
const Reply = styled(Clamped)`
  min-height: 40px;
  p { color: var(--fg-2); }
`

interface RunningProps {
  /** Undefined: not known yet, and most answer their text. */
  kind: JobKind | undefined
  status: JobStatus
  percent: number
  position: number | undefined
  expectedSeconds: number | undefined
  /** Undefined: it is shown elsewhere. */
  reply?: string | undefined
}

/** A job on its way. Its stage is read out when it changes; its percent is not. */
export function Running({ kind, status, percent, position, expectedSeconds, reply }: RunningProps) {
  const [estimate, setEstimate] = useState(() => ({ expectedSeconds, at: Date.now() }))
  // The time counts from the moment at which another one was received.
  if (estimate.expectedSeconds !== expectedSeconds) setEstimate({ expectedSeconds, at: Date.now() })
  const now = useNow(1_000, expectedSeconds !== undefined)
  const secondsLeft =
    expectedSeconds === undefined ? 0 : Math.ceil(expectedSeconds - Math.max(0, now - estimate.at) / 1_000)
  return (
    <Stack $gap={12}>
      <Progress status={status} percent={percent} />
      <Line $isBetween>
        <Sub aria-live="polite">{progressWords(status, percent, position, kind)}</Sub>
        {secondsLeft > 0 && <Left>{t('about {seconds} s left', { seconds: secondsLeft })}</Left>}
      </Line>
      {reply !== undefined && <Reply text={reply} lines={2} />}
    </Stack>
  )
}
