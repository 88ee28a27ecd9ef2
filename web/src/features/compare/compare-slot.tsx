import { useState } from 'react'
import { lazyView } from '../../lib/lazy-view.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { useCompared } from './use-compared.ts'

const dialog = lazyView(async () => (await import('./compare-dialog.tsx')).CompareDialog)

/** The place of the comparison on a screen: open while two jobs are in the address. */
export function CompareSlot({ isSignedIn }: { isSignedIn: boolean }) {
  const { ids, close } = useCompared()
  // While it fades it still shows them.
  const [shown, setShown] = useState(ids)
  if (ids && (ids[0] !== shown?.[0] || ids[1] !== shown?.[1])) setShown(ids)
  return (
    <DialogSlot part={dialog} isOpen={isSignedIn && ids !== undefined} onClose={close}>
      {(state) => shown && <dialog.View {...state} ids={shown} />}
    </DialogSlot>
  )
}
