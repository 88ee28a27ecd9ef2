import { useQueryClient } from '@tanstack/react-query'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { isFinal, progress } from '@utter/contracts/jobs'
import { useEffect } from 'react'
import { followJob } from '../jobs/live/follow-job.ts'
import { jobQuery } from '../jobs/live/queries.ts'

const stageStarts = [progress.chatStarted, progress.replyWritten, progress.speechStarted, progress.spoken]

/**
 * Keeps a running job up to date by its own stream, whose events the query's data takes in. They do not carry the timeline: it is read
 * again when a stage begins.
 */
export function useFollowed(job: JobView | undefined): void {
  const client = useQueryClient()
  const runningId = job && !isFinal(job.status) ? job.id : undefined
  useEffect(() => (runningId ? followJob(client, runningId, () => undefined) : undefined), [client, runningId])

  const stage = stageStarts.filter((percent) => job && job.progress >= percent).length
  const isBehind = job !== undefined && (job.timeline.at(-1)?.version ?? 0) < job.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a stage, not at each event of it.
  useEffect(() => {
    if (runningId && isBehind) void client.refetchQueries({ queryKey: jobQuery(runningId).queryKey, exact: true })
  }, [client, runningId, stage])
}
