import type { JobView } from '@utter/contracts/http/jobs/job-views'
import type { WebhookEvent } from '@utter/contracts/http/webhooks'
import { isFinal } from '@utter/contracts/jobs'
import { spokenBy } from './change.ts'

/**
 * The body of a webhook about a job's end. Undefined: the job has not ended, which no caller asks for.
 * @param publicUrl begins the address of the audio, which is relative in the view
 */
export function webhookBody(job: JobView, publicUrl: string): WebhookEvent | undefined {
  if (!isFinal(job.status) || job.completedAt === undefined) return undefined
  const status = job.status === 'completed' ? 'completed' : 'failed'
  return {
    type: `job.${status}`,
    timestamp: job.completedAt,
    data: {
      jobId: job.id,
      requestId: job.requestId,
      sessionId: job.sessionId,
      status,
      ...(job.audioUrl !== undefined && { audioUrl: new URL(job.audioUrl, publicUrl).href }),
      ...(job.durationMs !== undefined && { durationMs: job.durationMs }),
      ...(job.pcmHash !== undefined && { pcmHash: job.pcmHash }),
      ...spokenBy(job),
      ...(job.checked && { checked: job.checked }),
      ...(job.aiResponse !== undefined && { reply: job.aiResponse }),
      ...(job.error !== undefined && { error: job.error }),
      ...(job.code !== undefined && { code: job.code }),
      cached: job.cached,
      ...(job.metadata && { metadata: job.metadata }),
      ...(job.tags && { tags: job.tags }),
      createdAt: job.createdAt,
      completedAt: job.completedAt,
    },
  }
}
