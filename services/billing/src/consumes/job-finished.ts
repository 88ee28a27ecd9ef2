import { JobFinished } from '@utter/contracts/events/job-finished'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** One row in the ledger for a job that owes a call, however often the event is consumed. */
export const jobFinished = ({ ledger }: ConsumeDeps) =>
  on(JobFinished, async ({ jobId, owed, period, completedAt }, { userId }) => {
    if (!owed || !period) return
    await ledger.enter({ _id: jobId, userId, period: new Date(period), completedAt: new Date(completedAt) })
  })
