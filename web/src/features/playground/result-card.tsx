import type { JobView, Submitted } from '@utter/contracts/http/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { lazy, Suspense, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { FlatLine } from '../../ui/flat-line.tsx'
import { Running } from './running.tsx'

// The player is fetched while the first job is on its way.
const loadFinished = () => import('./finished.tsx')
const Finished = lazy(async () => ({ default: (await loadFinished()).Finished }))

/** As high as a short result, so that the request below hardly moves. */
const Body = styled(CardBody)`
  min-height: 132px;
  align-content: start;
`

const Silence = styled.div`
  display: grid;
  justify-items: center;
  gap: 12px;
  padding: 8px 0 16px;
  color: var(--fg-2);
  text-align: center;
`

interface ResultCardProps {
  job: JobView | undefined
  submitted: Submitted | undefined
  isRunning: boolean
}

export function ResultCard({ job, submitted, isRunning }: ResultCardProps) {
  const status = job?.status ?? (isRunning ? 'pending' : undefined)
  const expectedSeconds = job?.expectedSeconds ?? submitted?.expectedSeconds
  const estimate = useRef({ expectedSeconds, version: job?.version, at: Date.now() })
  if (estimate.current.expectedSeconds !== expectedSeconds || estimate.current.version !== job?.version) {
    estimate.current = { expectedSeconds, version: job?.version, at: Date.now() }
  }
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isRunning) return
    void loadFinished()
    // In one column the result stands below a long form.
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [isRunning])
  return (
    <Card ref={card} aria-labelledby="result">
      <CardHead>
        <h2 id="result">Result</h2>
        {status && <StatusBadge status={status} />}
      </CardHead>
      <Body>
        {job && isFinal(job.status) ? (
          <Suspense>
            <Finished job={job} />
          </Suspense>
        ) : status ? (
          <Running
            status={status}
            percent={job?.progress ?? 0}
            position={job ? job.position : submitted?.position}
            expectedSeconds={expectedSeconds}
            estimatedAt={estimate.current.at}
            reply={job?.aiResponse}
          />
        ) : (
          <Silence>
            <FlatLine />
            <p>The spoken reply will be heard here.</p>
          </Silence>
        )}
      </Body>
    </Card>
  )
}
