import { JobFinished } from '@utter/contracts/events/job-finished'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** Rows that come together are billed together. */
const gatherMs = 5_000

/** Inserts the ledger's row for a job that owes a call; consuming the event again changes nothing. */
export const jobFinished = ({ subscriptions, ledger, clock }: ConsumeDeps) =>
  on(JobFinished, async ({ jobId, owed, period, segment, completedAt }, { userId }) => {
    if (!owed || !period) return
    const row = {
      _id: jobId,
      userId,
      period: new Date(period),
      segment: new Date(segment ?? period),
      completedAt: new Date(completedAt),
    }
    await ledger.enter(row)
    // Also for a row that was there: the process that entered it may have died before this.
    await subscriptions.billRow(row, new Date(clock.now().getTime() + gatherMs))
  })
