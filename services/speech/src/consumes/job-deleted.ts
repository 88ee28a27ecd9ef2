import { JobDeleted } from '@utter/contracts/events/job-deleted'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { removeSound } from '../lifecycle/remove-sound.ts'
import { removeWork } from '../lifecycle/remove-work.ts'

/** The sound goes, unless another job still plays it, and with the work what was kept for it. */
export const jobDeleted = (deps: ConsumeDeps) =>
  on(JobDeleted, async ({ audioOf, workId }, { userId }) => {
    if (audioOf) await removeSound(deps, userId, audioOf)
    if (workId) await removeWork(deps, { userId, workId })
  })
