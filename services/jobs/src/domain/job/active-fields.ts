import type { Lane } from '@utter/contracts/event'
import { giveUpMs, notStartedMs } from './deadlines.ts'

/** Fields that a job gets when it becomes active. */
export const activeFields = (now: Date, lane: Lane) => ({
  queue: 'active' as const,
  lane,
  attempt: 1,
  startedAttempt: 0,
  starts: 1,
  dueAt: new Date(now.getTime() + notStartedMs),
  giveUpAt: new Date(now.getTime() + giveUpMs),
})
