import { WorkDeleted } from '@utter/contracts/events/works/work-deleted'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { removeWork } from '../lifecycle/remove-work.ts'

/** Removes what was kept for the work. */
export const workDeleted = (deps: Pick<ConsumeDeps, 'claims' | 'pieces' | 'clock'>) =>
  on(WorkDeleted, ({ workId }, { userId }) => removeWork(deps, { userId, workId }))
