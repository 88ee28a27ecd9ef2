import { Code } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../../ui/form/button.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import type { NamedCall } from './code-parts.ts'

const dialog = lazyView(async () => (await import('./code-dialog.tsx')).CodeDialog)

interface CodeButtonProps {
  /** As they are when it is pressed: each opening may have a request id of its own. */
  calls: () => NamedCall[]
  /** Its name beside the icon, where there is room. */
  isNamed?: boolean
}

/** Shows the calls that this part of a screen makes as code, to be copied. */
export function CodeButton({ calls, isNamed = false }: CodeButtonProps) {
  const [shown, setShown] = useState<NamedCall[]>([])
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Tooltip text="Curl, JavaScript, Python, TypeScript">
        <Button
          look="ghost"
          isSmall
          isIcon={!isNamed}
          {...(!isNamed && { 'aria-label': t('Copy as code') })}
          aria-haspopup="dialog"
          onPointerEnter={dialog.preload}
          onFocus={dialog.preload}
          onClick={() => {
            setShown(calls())
            setIsOpen(true)
          }}
        >
          <Code size={16} strokeWidth={1.75} aria-hidden="true" />
          {isNamed && t('Copy as code')}
        </Button>
      </Tooltip>
      <DialogSlot part={dialog} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {(state) => <dialog.View {...state} calls={shown} />}
      </DialogSlot>
    </>
  )
}
