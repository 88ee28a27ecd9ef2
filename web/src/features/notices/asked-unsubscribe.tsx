import type { MailSettings } from '@utter/contracts/http/notices/views'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { lazyView } from '../../lib/lazy-view.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'

const dialog = lazyView(async () => (await import('./unsubscribe-dialog.tsx')).UnsubscribeDialog)

const parameter = 'unsubscribe'

/** The question of a mail's link, `?unsubscribe=<kind>`: once it is answered it leaves the address. */
export function AskedUnsubscribe({ settings }: { settings: MailSettings }) {
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  const asked = new URLSearchParams(search).get(parameter)
  const setting = settings.kinds.find(({ kind, isOptional }) => isOptional && kind === asked)
  // The title stays while the dialog fades.
  const [kind, setKind] = useState(setting?.kind)
  if (setting && setting.kind !== kind) setKind(setting.kind)

  const leave = () => {
    const rest = new URLSearchParams(search)
    rest.delete(parameter)
    void navigate({ search: rest.toString(), hash }, { replace: true })
  }
  const isUnknown = asked !== null && !setting
  const onUnknown = useEffectEvent(leave)
  useEffect(() => {
    if (isUnknown) onUnknown()
  }, [isUnknown])

  return (
    <DialogSlot part={dialog} isOpen={setting !== undefined} onClose={leave}>
      {(state) => kind && <dialog.View {...state} kind={kind} />}
    </DialogSlot>
  )
}
