import { useQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { FirstVoice } from '../features/dashboard/first-voice.tsx'
import { LastDay } from '../features/dashboard/last-day.tsx'
import { useEachHour } from '../features/dashboard/use-each-hour.ts'
import { JobPanelSlot } from '../features/job-panel/job-panel-slot.tsx'
import { useOpenJob } from '../features/job-panel/use-open-job.ts'
import { LiveMark } from '../features/jobs/live/live-mark.tsx'
import { recentQuery, statsQuery } from '../features/jobs/live/queries.ts'
import { shownOr } from '../features/jobs/live/shown-or.ts'
import { MetricCards } from '../features/jobs/metric-cards.tsx'
import { RecentJobs } from '../features/jobs/rows/recent-jobs.tsx'
import { useMe } from '../features/session/me.ts'
import { titles } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/text.tsx'

export function DashboardPage() {
  const me = useMe()
  const isSignedIn = me.data !== undefined
  const isVisitor = !isSignedIn && !me.isPending
  const stats = useQuery({ ...statsQuery, enabled: isSignedIn })
  const recent = useQuery({ ...recentQuery, enabled: isSignedIn })
  useEachHour(isSignedIn)
  const rows = shownOr([], recent)
  const openJob = useOpenJob()
  return (
    <Page {...titles[paths.dashboard]} aside={isSignedIn && <LiveMark />}>
      <Stack>
        <MetricCards stats={isVisitor ? undefined : stats.data} isLoading={!isVisitor && stats.isPending} />
        {isVisitor ? <FirstVoice /> : <LastDay stats={stats.data} isLoading={stats.isPending} />}
        <RecentJobs rows={rows} isVisitor={isVisitor} openId={openJob.openId} onOpen={openJob.open} />
      </Stack>
      <JobPanelSlot openJob={openJob} rows={rows} isSignedIn={isSignedIn} />
    </Page>
  )
}
