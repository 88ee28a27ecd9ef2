import type { JobKind } from '@utter/contracts/http/jobs/batch'
import type { JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { isFinal } from '@utter/contracts/jobs'
import { Suspense, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { StatusBadge } from '../../ui/data/badge.tsx'
import { FlatLine } from '../../ui/data/flat-line.tsx'
import { Boundary, Optional } from '../../ui/layout/boundary.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { aboutKind } from './job-kinds.ts'

// Most who come here have no job on its way. The player is fetched with its progress.
const running = lazyView(async () => (await import('./running-job.tsx')).RunningJob)
const finished = lazyView(async () => (await import('./finished.tsx')).Finished)

/** As high as a finished job with a reply of two lines, from the beginning on: nothing below it moves. */
const Body = styled(CardBody)`
  min-height: 212px;
  align-content: start;
`

const Silence = styled.div`
  display: grid;
  justify-items: center;
  gap: 12px;
  padding: 32px 0 16px;
  color: var(--fg-2);
  text-align: center;
`

interface ResultCardProps {
  kind: JobKind
  job: JobView | undefined
  submitted: Submitted | undefined
  isRunning: boolean
  written: string | undefined
  live: { url: string; words?: WordTime[]; endedAtSeconds?: number | undefined } | undefined
}

export function ResultCard({ kind, job, submitted, isRunning, written, live }: ResultCardProps) {
  const status = job?.status ?? (isRunning ? 'pending' : undefined)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isRunning) return
    finished.preload()
    // In one column the result is below a long form.
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [isRunning])
  const silence = (
    <Silence>
      <FlatLine />
      <p>{t(aboutKind[kind].awaited)}</p>
    </Silence>
  )
  return (
    <Card ref={card} aria-labelledby="result">
      <CardHead>
        <h2 id="result">{t('Result')}</h2>
        {status && <StatusBadge status={status} />}
      </CardHead>
      <Body>
        {job && isFinal(job.status) ? (
          <Optional part={finished} resetKey={job.id}>
            <finished.View job={job} startSeconds={live?.endedAtSeconds} />
          </Optional>
        ) : status ? (
          <Boundary fallback={silence} onError={running.forget} resetKey={job?.id}>
            <Suspense fallback={silence}>
              <running.View kind={kind} status={status} job={job} submitted={submitted} written={written} live={live} />
            </Suspense>
          </Boundary>
        ) : (
          silence
        )}
      </Body>
    </Card>
  )
}
