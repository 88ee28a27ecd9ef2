import { randomUUID } from 'node:crypto'
import type { JobView } from '@utter/contracts/http/jobs/job-views'

/** A job that has ended, as jobs shows it, but for what is given. */
export function aJobView(more: Partial<JobView> = {}): JobView {
  const id = more.id ?? randomUUID()
  const at = '2026-03-20T11:59:00.000Z'
  const isCompleted = more.status !== 'failed'
  return {
    id,
    status: 'completed',
    progress: 100,
    userText: 'What is said',
    voiceId: 'default',
    createdAt: at,
    version: 6,
    requestId: 'r',
    sessionId: 's',
    ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
    webhookDelivered: false,
    webhookAttempts: 0,
    cached: false,
    updatedAt: at,
    completedAt: at,
    timeline: [],
    trace: [],
    cost: { calls: 1 },
    ...(isCompleted
      ? { audioUrl: `/audio/${id}.mp3?expires=1&signature=s`, durationMs: 1_000, aiResponse: 'Well' }
      : { error: 'Invalid voice ID', code: 'invalid_voice' }),
    ...more,
  }
}
