import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { sleep } from './backoff.ts'
import { retryAfterOf, UtterError } from './errors.ts'
import { followJob } from './follow.ts'
import type { Request } from './request.ts'

/** Seconds between two looks where the answer names none. */
const usualSeconds = 2

type Look = (id: string, call: { signal?: AbortSignal }) => Promise<JobView>

/** A job, once it has ended. */
export async function waitForEnd(request: Request, id: string, look: Look, signal?: AbortSignal): Promise<JobView> {
  try {
    for await (const _event of followJob(request, id, signal)) {
      // It goes on until the end.
    }
  } catch (error) {
    // Too many streams are open: it can be looked at all the same.
    if (!(error instanceof UtterError) || error.status !== 429) throw error
    await lookUntilEnd(request, id, signal)
  }
  return look(id, signal ? { signal } : {})
}

async function lookUntilEnd(request: Request, id: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const response = await request(`/api/jobs/${encodeURIComponent(id)}`, { signal })
    const { status } = (await response.json()) as { status: string }
    if (isFinal(status)) return
    await sleep((retryAfterOf(response) ?? usualSeconds) * 1_000, signal)
  }
}
