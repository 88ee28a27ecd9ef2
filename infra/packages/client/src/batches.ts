import {
  BatchCancelled,
  BatchDryRun,
  BatchResult,
  BatchSubmitted,
  BatchView,
  type JobKind,
} from '@utter/contracts/http/jobs/batch'
import type * as z from 'zod/mini'
import type { JobInput } from './job-input.ts'
import type { Request, Sent } from './request.ts'

/** A job of a batch: its text is spoken as it is, or with the kind `reply` a reply to it. */
export type BatchInput = JobInput & { kind?: JobKind }
type Call = { signal?: AbortSignal }

/** The functions of batches. */
export function createBatches(request: Request) {
  const path = (id: string) => `/api/batch/${encodeURIComponent(id)}`
  const ask = async <Schema extends z.ZodMiniType>(schema: Schema, to: string, sent: Sent): Promise<z.infer<Schema>> =>
    schema.parse(await (await request(to, sent)).json()) as z.infer<Schema>
  // Each with a request id, which all tries share: a batch whose answer was lost makes no second one.
  const bodyOf = (jobs: BatchInput[]) => ({ jobs: jobs.map((job) => ({ requestId: crypto.randomUUID(), ...job })) })

  return {
    /**
     * Submits up to 100 jobs. An invalid job is refused alone, in its place of `jobs`; the calls of the others are
     * taken together or not at all.
     */
    batch: (jobs: BatchInput[], { signal }: Call = {}): Promise<BatchSubmitted> =>
      ask(BatchSubmitted, '/api/batch', { method: 'POST', body: bodyOf(jobs), signal }),
    /** Returns what the batch would do and cost: nothing is taken, and nothing is kept. */
    dryRunBatch: (jobs: BatchInput[], { signal }: Call = {}): Promise<BatchDryRun> =>
      ask(BatchDryRun, '/api/batch?dryRun=true', { method: 'POST', body: bodyOf(jobs), signal }),
    /** How far a batch is: its jobs by status. */
    batchView: (id: string, { signal }: Call = {}): Promise<BatchView> => ask(BatchView, path(id), { signal }),
    cancelBatch: (id: string, { signal }: Call = {}): Promise<BatchCancelled> =>
      ask(BatchCancelled, `${path(id)}/cancel`, { method: 'POST', signal }),
    /** The jobs of a batch that have ended, in its order. */
    async batchResults(id: string, { signal }: Call = {}): Promise<BatchResult[]> {
      const lines = await (await request(`${path(id)}/results`, { signal })).text()
      return lines.split('\n').flatMap((line) => (line ? [BatchResult.parse(JSON.parse(line))] : []))
    },
  }
}
