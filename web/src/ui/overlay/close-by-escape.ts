import type { KeyboardEvent } from 'react'
import { isComposing } from '../../lib/browser/is-composing.ts'

const dialogs = '[role=dialog], [role=alertdialog]'

/**
 * For the content of a dialog: Escape closes the one in which it is pressed. The kit closes the one that its list has on top, and renews
 * that list a moment after the focus has moved, so that a key pressed in this moment closed the dialog below.
 *
 * A key that is pressed in no dialog, where the focus was lost, is still the kit's. Other keys go to `onKeyDown`.
 */
export const closeByEscape = (onClose: () => void, onKeyDown?: (event: KeyboardEvent) => void) => ({
  onEscapeKeyDown: (event: Event) => {
    if (event.target instanceof Element && event.target.closest(dialogs)) event.preventDefault()
  },
  onKeyDown: (event: KeyboardEvent) => {
    const content = event.currentTarget
    // React's tree has a dialog that was opened from here below this one, and hands its keys up.
    if (!(event.target instanceof Node && content.contains(event.target))) return
    if (isComposing(event.nativeEvent)) return
    if (event.key !== 'Escape') onKeyDown?.(event)
    else if (content.getAttribute('data-state') === 'open') onClose()
  },
})
