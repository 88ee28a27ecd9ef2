import { paths } from '@utter/contracts/screens'
import { useEffect } from 'react'
import { CompareSlot } from '../features/compare/compare-slot.tsx'
import { FiltersCard } from '../features/job-list/filters/filters-card.tsx'
import { useFilters } from '../features/job-list/filters/use-filters.ts'
import { JobsCard } from '../features/job-list/jobs-card.tsx'
import { useFoundJobs } from '../features/job-list/use-found-jobs.ts'
import { useWholeList } from '../features/job-list/use-whole-list.ts'
import { JobPanelSlot } from '../features/job-panel/job-panel-slot.tsx'
import { useOpenJob } from '../features/job-panel/use-open-job.ts'
import { LiveMark } from '../features/jobs/live/live-mark.tsx'
import { stopSound } from '../features/player/shared-sound.ts'
import { useMe } from '../features/session/me.ts'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/text.tsx'

export function JobQueuePage() {
  const me = useMe()
  const isSignedIn = me.data !== undefined
  const isVisitor = !isSignedIn && !me.isPending
  const filters = useFilters()
  const found = useFoundJobs(useWholeList(isSignedIn), filters)
  // The words of a code are in the jobs that it ended.
  const reason = filters.code && (found.rows?.[0]?.error ?? filters.code)
  const openJob = useOpenJob()
  useEffect(() => stopSound, [])
  return (
    <Page {...screenTitle(paths.jobs)}>
      <Stack>
        <FiltersCard filters={filters} reason={reason} />
        <JobsCard
          found={found}
          isVisitor={isVisitor}
          openId={openJob.openId}
          onOpen={openJob.open}
          onClear={filters.clear}
          aside={isSignedIn && <LiveMark />}
        />
      </Stack>
      <CompareSlot isSignedIn={isSignedIn} />
      <JobPanelSlot openJob={openJob} rows={found.rows} isSignedIn={isSignedIn} />
    </Page>
  )
}
