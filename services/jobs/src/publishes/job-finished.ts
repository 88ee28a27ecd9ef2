import { JobFinished } from '@utter/contracts/events/job-finished'
import { eventOf } from '@utter/messaging/outgoing-event'
import { monthStartOf } from '../domain/allowance/past-segments.ts'
import { type ShownJob, spokenBy } from '../domain/job/job.ts'

export const jobFinished = (job: ShownJob) =>
  eventOf(JobFinished, {
    userId: job.userId,
    version: job.version,
    data: {
      jobId: job._id,
      requestId: '',
      sessionId: '',
      status: job.status === 'completed' ? 'completed' : 'failed',
      progress: job.progress,
      owed: job.call?.owed ?? false,
      ...(job.call && { period: monthStartOf(job.call).toISOString() }),
      ...(job.call?.month && { segment: job.call.period.toISOString() }),
      cached: job.cached,
      ...(job.sameAs !== undefined && { sameAs: job.sameAs }),
      ...(job.audio && { audio: job.audio }),
      ...spokenBy(job),
      ...(job.error !== undefined && { error: job.error }),
      ...(job.code !== undefined && { code: job.code }),
      ...(job.webhookUrl !== undefined && { webhookUrl: job.webhookUrl }),
      ...(job.section && { workId: job.section.workId }),
      createdAt: job.createdAt.toISOString(),
      completedAt: (job.completedAt ?? job.updatedAt).toISOString(),
    },
  })
