import { lazyView } from '../../lib/lazy-view.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import type { PlanChangeDialogProps } from './plan-change-dialog.tsx'
import type { ChangePlan } from './use-change-plan.ts'

export const planChange = lazyView<PlanChangeDialogProps>(
  async () => (await import('./plan-change-dialog.tsx')).PlanChangeDialog,
)

/** The place where a change of plan is confirmed, once it has been pressed. */
export const PlanChangeSlot = ({ change }: { change: ChangePlan }) => (
  <DialogSlot part={planChange} isOpen={change.isAsking} onClose={change.cancel}>
    {(state) => change.asked && <planChange.View {...state} asked={change.asked} change={change} />}
  </DialogSlot>
)
