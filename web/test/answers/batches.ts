import type { BatchDryRun, BatchRow } from '@utter/contracts/http/jobs/batch'

// Answers of the routes of batches, like those of jobs (jobs.ts).

export const aBatchRow = (over: Partial<BatchRow> = {}): BatchRow => ({
  batchId: '00000000-0000-4000-8000-0000000000b1',
  createdAt: new Date().toISOString(),
  total: 4,
  counts: { pending: 1, processing: 1, completed: 1, failed: 1 },
  firstText: 'The sea is salty',
  voiceId: 'default',
  ...over,
})

interface Sent {
  jobs: { requestId: string }[]
}

/** Figures of these jobs, of which the first so many have been spoken already. */
export function aBatchDryRun({ jobs }: Sent, cached = 0, over: Partial<BatchDryRun> = {}): BatchDryRun {
  return {
    accepted: jobs.length,
    rejected: 0,
    calls: jobs.length - cached,
    cost: '0.00',
    jobs: jobs.map(({ requestId }, index) =>
      index < cached
        ? { requestId, outcome: 'cached', jobId: '00000000-0000-4000-8000-0000000000c1' }
        : { requestId, outcome: 'new' },
    ),
    ...over,
  }
}
