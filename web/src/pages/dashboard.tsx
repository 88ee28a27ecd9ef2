import { useQuery } from '@tanstack/react-query'
import type { Stats } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { Suspense } from 'react'
import { FirstVoice } from '../features/dashboard/first-voice.tsx'
import { LastDay } from '../features/dashboard/last-day.tsx'
import { useEachHour } from '../features/dashboard/use-each-hour.ts'
import { useIsNew } from '../features/first-steps/use-first-steps.ts'
import { JobPanelSlot } from '../features/job-panel/job-panel-slot.tsx'
import { useOpenJob } from '../features/job-panel/use-open-job.ts'
import { useWithoutHeld } from '../features/jobs/live/held-jobs.ts'
import { LiveMark } from '../features/jobs/live/live-mark.tsx'
import { recentQuery, statsQuery } from '../features/jobs/live/queries.ts'
import { shownOr } from '../features/jobs/live/shown-or.ts'
import { MetricCards } from '../features/jobs/metric-cards.tsx'
import { RecentJobs } from '../features/jobs/rows/recent-jobs.tsx'
import { useMe } from '../features/session/me.ts'
import { lazyView } from '../lib/lazy-view.tsx'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/text.tsx'

/** Code for new accounts alone. */
const firstSteps = lazyView(async () => (await import('../features/first-steps/first-steps.tsx')).FirstSteps)

export function DashboardPage() {
  const me = useMe()
  const isSignedIn = me.data !== undefined
  const isVisitor = !isSignedIn && !me.isPending
  const stats = useQuery({ ...statsQuery, enabled: isSignedIn })
  const recent = useQuery({ ...recentQuery, enabled: isSignedIn })
  useEachHour(isSignedIn)
  const rows = useWithoutHeld(shownOr([], recent))
  const openJob = useOpenJob()
  return (
    <Page {...screenTitle(paths.dashboard)} aside={isSignedIn && <LiveMark />}>
      <Stack>
        <MetricCards stats={isVisitor ? undefined : stats.data} isLoading={!isVisitor && stats.isPending} />
        <Middle isVisitor={isVisitor} stats={stats.data} isLoading={stats.isPending} onMade={openJob.open} />
        <RecentJobs rows={rows} isVisitor={isVisitor} openId={openJob.openId} onOpen={openJob.open} />
      </Stack>
      <JobPanelSlot openJob={openJob} rows={rows} isSignedIn={isSignedIn} />
    </Page>
  )
}

interface MiddleProps {
  isVisitor: boolean
  stats: Stats | undefined
  isLoading: boolean
  onMade: (jobId: string) => void
}

/** A voice for a visitor, the first steps of a new account, and the figures of every other: cards of one height. */
function Middle({ isVisitor, stats, isLoading, onMade }: MiddleProps) {
  const isNew = useIsNew(stats)
  if (isVisitor) return <FirstVoice />
  const figures = <LastDay stats={stats} isLoading={isLoading || (stats !== undefined && isNew === undefined)} />
  if (!isNew || !stats) return figures
  return (
    <Suspense fallback={<LastDay stats={undefined} isLoading />}>
      <firstSteps.View stats={stats} onMade={onMade} />
    </Suspense>
  )
}
