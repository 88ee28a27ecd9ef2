import { useQueryClient } from '@tanstack/react-query'
import { PasskeyRow } from '@utter/contracts/http/account/passkeys'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import styled from 'styled-components'
import { dateOf } from '../../lib/format/times.ts'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { HttpError, request } from '../../lib/server/http.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { accountChanged } from '../session/me.ts'
import { hasPasskeys, makePasskey } from '../session/second-factor/passkeys.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useWrite } from '../session/use-write.ts'
import { SecurityLine, SecurityNote } from './lines.tsx'

const rename = lazyView(async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog)
const remove = lazyView(async () => (await import('./remove-passkey-dialog.tsx')).RemovePasskeyDialog)

const Acts = styled.span`
  display: flex;
  gap: 2px;
  flex: none;
`

export function PasskeyList({ passkeys }: { passkeys: PasskeyRow[] }) {
  const now = useServerNow(15_000)
  // They keep their passkey while the dialog fades.
  const [open, setOpen] = useState<{ passkey: PasskeyRow; act: 'rename' | 'remove'; isOpen: boolean }>()
  const close = () => open && setOpen({ ...open, isOpen: false })
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  if (passkeys.length === 0)
    return <SecurityNote>Log in by your fingerprint, your face or your device’s PIN, without a password.</SecurityNote>
  return (
    <>
      <ul aria-labelledby="passkeys-title">
        {passkeys.map((passkey) => (
          <SecurityLine key={passkey.id}>
            <span>
              <b dir="auto">{passkey.name}</b>
              <small>
                added {dateOf(passkey.addedAt)} ·{' '}
                {passkey.lastUsedAt ? (
                  <>
                    last used <TimeAgo at={passkey.lastUsedAt} now={now} />
                  </>
                ) : (
                  'not used yet'
                )}
              </small>
            </span>
            <Acts>
              <Button
                look="ghost"
                isSmall
                isIcon
                aria-label={`Rename ${passkey.name}`}
                onPointerEnter={rename.preload}
                onFocus={rename.preload}
                onClick={() => setOpen({ passkey, act: 'rename', isOpen: true })}
              >
                <Pencil {...icon} />
              </Button>
              <Button
                look="danger"
                isSmall
                isIcon
                aria-label={`Remove ${passkey.name}`}
                onPointerEnter={remove.preload}
                onFocus={remove.preload}
                onClick={() => setOpen({ passkey, act: 'remove', isOpen: true })}
              >
                <Trash2 {...icon} />
              </Button>
            </Acts>
          </SecurityLine>
        ))}
      </ul>
      {open && (
        <>
          <DialogSlot part={rename} isOpen={open.isOpen && open.act === 'rename'} onClose={close}>
            {(state) => <rename.View {...state} passkey={open.passkey} />}
          </DialogSlot>
          <DialogSlot part={remove} isOpen={open.isOpen && open.act === 'remove'} onClose={close}>
            {(state) => <remove.View {...state} passkey={open.passkey} />}
          </DialogSlot>
        </>
      )}
    </>
  )
}

/** Has the browser make one; it is named after the browser, and may be renamed. */
export function AddPasskeyButton() {
  const client = useQueryClient()
  const add = useWrite({
    send: async () =>
      PasskeyRow.parse(await request('POST', '/api/auth/passkeys', { body: { passkey: await makePasskey() } })),
    onDone: ({ name }) => {
      toast({ title: 'Passkey added', text: name })
      return accountChanged(client)
    },
    isRepeatable: true,
    onRefused: (error) =>
      error instanceof HttpError || error instanceof TypeError
        ? toastRefusal(error, 'Failed to process request')
        : toastError('Error', 'No passkey was made'),
    fallback: 'Failed to process request',
  })
  if (!hasPasskeys()) return null
  return (
    <Button isSmall isBusy={add.isPending} disabled={add.secondsLeft > 0} onClick={() => add.write(undefined)}>
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      Add a passkey
    </Button>
  )
}
