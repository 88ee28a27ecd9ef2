import { JobDeleted } from '@utter/contracts/events/job-deleted'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { removeSound } from '../lifecycle/remove-sound.ts'

/** The sound goes, unless another job still plays it. */
export const jobDeleted = (deps: ConsumeDeps) =>
  on(JobDeleted, async ({ audioOf }, { userId }) => {
    if (audioOf) await removeSound(deps, userId, audioOf)
  })
