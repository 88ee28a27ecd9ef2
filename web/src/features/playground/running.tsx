import type { JobStatus } from '@utter/contracts/jobs'
import styled from 'styled-components'
import { useNow } from '../../lib/use-now.ts'
import { Progress } from '../../ui/progress.tsx'
import { Row, Sub } from '../../ui/text.tsx'
import { progressWords } from './progress-words.ts'

const Line = styled(Row)`
  font-size: 13px;
`

const Left = styled.span`
  color: var(--fg-3);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`

const Reply = styled.p`
  color: var(--fg-2);
  overflow-wrap: anywhere;
  white-space: pre-line;
`

interface RunningProps {
  status: JobStatus
  percent: number
  position: number | undefined
  expectedSeconds: number | undefined
  /** The time at which `expectedSeconds` was received. */
  estimatedAt: number
  reply: string | undefined
}

/** A job on its way. Its stage is read out when it changes; its percent is not. */
export function Running({ status, percent, position, expectedSeconds, estimatedAt, reply }: RunningProps) {
  const now = useNow(1_000, expectedSeconds !== undefined)
  const secondsLeft =
    expectedSeconds === undefined ? 0 : Math.ceil(expectedSeconds - Math.max(0, now - estimatedAt) / 1_000)
  return (
    <>
      <Progress status={status} percent={percent} />
      <Line $isBetween>
        <Sub aria-live="polite">{progressWords(status, percent, position)}</Sub>
        {secondsLeft > 0 && <Left>about {secondsLeft} s left</Left>}
      </Line>
      {reply && <Reply>{reply}</Reply>}
    </>
  )
}
