import { useQuery } from '@tanstack/react-query'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { CircleCheck, CircleDashed, CircleMinus, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { useServerNow } from '../../../lib/hooks/use-now.ts'
import { type MessageDescriptor, msg, t } from '../../../lib/language/words.ts'
import { forced, narrow } from '../../../theme.ts'
import { Hidden } from '../../../ui/layout/hidden.tsx'
import { Spinner } from '../../../ui/layout/spinner.tsx'
import { jobDeliveriesQuery } from '../../webhooks/queries.ts'
import { durationOf } from './duration.ts'
import type { JobStage, Segment } from './stage.ts'
import { stagesOf } from './stages.ts'

const Line = styled.li<{ $state: JobStage['state'] }>`
  display: grid;
  grid-template-columns: 16px 72px minmax(0, 1fr) 72px;
  align-items: center;
  column-gap: 10px;
  grid-template-rows: 32px;
  font-size: 13px;
  color: var(${({ $state }) => ($state === 'to come' || $state === 'skipped' ? '--fg-3' : '--fg')});
  > svg { color: var(${({ $state }) => iconColors[$state]}); }
  b { font-weight: 500; }
  ${narrow} { grid-template-columns: 16px 64px minmax(0, 1fr) 72px; }
`

const iconColors: Record<JobStage['state'], string> = {
  done: '--completed',
  running: '--accent',
  failed: '--failed',
  skipped: '--fg-3',
  'to come': '--fg-3',
}

const Track = styled.span<{ $isToCome: boolean }>`
  position: relative;
  height: ${({ $isToCome }) => ($isToCome ? 1 : 8)}px;
  ${({ $isToCome }) => $isToCome && 'background: var(--line);'}
`

/** At its true place on the scale that all stages share. */
const Capsule = styled.i<{ $kind: Segment['kind']; $isSound: boolean }>`
  position: absolute;
  top: 0;
  height: 8px;
  min-width: 4px;
  border-radius: var(--r-full);
  background: var(${({ $kind, $isSound }) => ($kind === 'failed' ? '--failed' : $isSound ? '--accent' : '--control')});
  ${({ $kind }) => $kind === 'pause' && 'top: 3.5px; height: 1px; border-radius: 0; background: var(--line-strong);'}
  ${forced} { forced-color-adjust: none; background: CanvasText; }
`

const Time = styled.span`
  color: var(--fg-2);
  font-variant-numeric: tabular-nums;
  text-align: right;
`

const Note = styled.span`
  grid-column: 2 / -1;
  margin: -5px 0 7px;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  overflow-wrap: anywhere;
`

const titles: Record<JobStage['name'], MessageDescriptor> = {
  waiting: msg('Waiting'),
  chat: msg('Chat'),
  speech: msg('Speech'),
  storing: msg('Storing'),
  delivery: msg('Delivery'),
}

const states: Record<JobStage['state'], MessageDescriptor> = {
  done: msg('done'),
  running: msg('running'),
  failed: msg('failed'),
  skipped: msg('skipped'),
  'to come': msg('to come'),
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
const icons: Record<JobStage['state'], ReactNode> = {
  done: <CircleCheck {...icon} />,
  running: <Spinner />,
  failed: <CircleX {...icon} />,
  skipped: <CircleMinus {...icon} />,
  'to come': <CircleDashed {...icon} />,
}

/** Where a job's time went, or goes just now. */
export function Timeline({ job }: { job: JobView }) {
  const now = useServerNow(500, !isFinal(job.status))
  const { data: deliveries } = useQuery({ ...jobDeliveriesQuery(job.id), enabled: job.webhookAttempts > 0 })
  const stages = stagesOf(job, now, deliveries?.[0]?.status)
  const wholeMs = Math.max(1, ...stages.flatMap(({ segments }) => segments.map(({ toMs }) => toMs)))
  const share = (ms: number) => `${(ms / wholeMs) * 100}%`
  return (
    <ol>
      {stages.map(({ name, state, segments, ms, note }) => (
        <Line key={name} $state={state}>
          {icons[state]}
          <b>{t(titles[name])}</b>{' '}
          <Track aria-hidden="true" $isToCome={state === 'to come'}>
            {segments.map(({ kind, fromMs, toMs }) => (
              <Capsule
                key={`${kind} ${fromMs}`}
                $kind={kind}
                $isSound={name === 'speech'}
                style={{ left: `min(${share(fromMs)}, 100% - 4px)`, width: share(toMs - fromMs) }}
              />
            ))}
          </Track>
          <Time>
            <Hidden>{t(states[state])}</Hidden> {ms === undefined ? '–' : durationOf(ms)}
          </Time>
          {note && <Note>{note}</Note>}
        </Line>
      ))}
    </ol>
  )
}
