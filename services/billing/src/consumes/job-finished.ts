import { JobFinished } from '@utter/contracts/events/job-finished'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

export const jobFinished = ({ ledger }: ConsumeDeps) =>
  on(JobFinished, async ({ jobId, owed, period, completedAt }, { userId }) => {
    if (!owed || !period) return
    await ledger.enter({ _id: jobId, userId, period: new Date(period), completedAt: new Date(completedAt) })
  })
