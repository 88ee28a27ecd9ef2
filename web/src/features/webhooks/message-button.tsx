import type { DeliveryView } from '@utter/contracts/http/webhooks'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { localTime } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../../ui/form/button.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { subjectOf } from './delivery-subject.ts'

const dialog = lazyView(async () => (await import('./message-dialog.tsx')).MessageDialog)

/** Shows what a delivery sends, for whoever looks for a fault of a receiver. */
export function MessageButton({ delivery }: { delivery: DeliveryView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Tooltip text={t('Message')}>
        <Button
          look="ghost"
          isSmall
          isIcon
          aria-label={nameOf(delivery)}
          aria-haspopup="dialog"
          onPointerEnter={dialog.preload}
          onFocus={dialog.preload}
          onClick={() => setIsOpen(true)}
        >
          <Braces size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Tooltip>
      <DialogSlot part={dialog} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {(state) => <dialog.View {...state} delivery={delivery} />}
      </DialogSlot>
    </>
  )
}

/** Its name with the subject, for those who do not see the line. */
function nameOf(delivery: DeliveryView): string {
  const name = subjectOf(delivery).name?.replace('…', '')
  const values = { event: delivery.type, time: localTime(delivery.createdAt) }
  return name === undefined
    ? t('Message {event} of your account, {time}', values)
    : t('Message {event} of {name}, {time}', { ...values, name })
}
