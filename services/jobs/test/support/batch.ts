import { randomUUID } from 'node:crypto'
import { newIdentity } from '@utter/testing/callers'
import { callers, type Jobs } from './open-jobs.ts'

/** An account of the pro plan with a batch of so many jobs, which were submitted by the route. */
export async function withBatch(
  jobs: Jobs,
  count: number,
  more: (index: number) => Record<string, unknown> = () => ({}),
) {
  const userId = await jobs.account('pro')
  const token = callers.account(newIdentity({ userId, tier: 'pro' }))
  const list = Array.from({ length: count }, (_, index) => ({
    userText: `Text ${index}`,
    requestId: randomUUID(),
    voiceId: 'default',
    ...more(index),
  }))
  const { body } = await jobs.request('POST', '/api/batch', token, { body: { jobs: list } })
  const { batchId, jobs: made } = body as { batchId: string; jobs: { jobId: string; requestId: string }[] }
  return { userId, token, batchId, made }
}
