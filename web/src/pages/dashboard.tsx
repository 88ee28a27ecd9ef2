import { useQuery } from '@tanstack/react-query'
import { LiveMark } from '../features/jobs/live-mark.tsx'
import { MetricCards } from '../features/jobs/metric-cards.tsx'
import { recentQuery, statsQuery } from '../features/jobs/queries.ts'
import { RecentJobs } from '../features/jobs/recent-jobs.tsx'
import { shownOr } from '../features/jobs/shown-or.ts'
import { useLiveJobs } from '../features/jobs/use-live-jobs.ts'
import { useMe } from '../features/session/me.ts'
import { Page } from '../ui/page.tsx'
import { Stack } from '../ui/text.tsx'

export function DashboardPage() {
  const me = useMe()
  const isSignedIn = me.data !== undefined
  const isVisitor = !isSignedIn && !me.isPending
  const stats = useQuery({ ...statsQuery, enabled: isSignedIn })
  const recent = useQuery({ ...recentQuery, enabled: isSignedIn })
  const liveness = useLiveJobs(isSignedIn)
  return (
    <Page
      title="Dashboard"
      subtitle="Real-time monitoring of voice pipeline jobs"
      aside={isSignedIn && <LiveMark liveness={liveness} />}
    >
      <Stack>
        <MetricCards stats={isVisitor ? undefined : stats.data} isLoading={!isVisitor && stats.isPending} />
        <RecentJobs rows={shownOr([], recent)} isVisitor={isVisitor} />
      </Stack>
    </Page>
  )
}
