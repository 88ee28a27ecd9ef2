import type { PasskeyRow } from '@utter/contracts/http/account/second-factor'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import styled from 'styled-components'
import { dateOf } from '../../lib/format/times.ts'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { DataRow } from '../../ui/data/data-list.tsx'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { SecurityLine } from './lines.tsx'

const turnOff = lazyView(async () => (await import('./turn-off-app-dialog.tsx')).TurnOffAppDialog)
const newCodes = lazyView(async () => (await import('./new-codes-dialog.tsx')).NewCodesDialog)
const rename = lazyView(async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog)
const remove = lazyView(async () => (await import('./remove-passkey-dialog.tsx')).RemovePasskeyDialog)

// Parts of Security that a new account has not, fetched with the first of them.

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
  return (
    <>
      <ul aria-labelledby="passkeys-title">
        {passkeys.map((passkey) => (
          <SecurityLine key={passkey.id}>
            <span>
              <b dir="auto">{passkey.name}</b>
              <small>
                {t('added {day}', { day: dateOf(passkey.addedAt) })}
                {' · '}
                {passkey.lastUsedAt ? (
                  <Trans id="last used {time}" values={{ time: <TimeAgo at={passkey.lastUsedAt} now={now} /> }} />
                ) : (
                  t('not used yet')
                )}
              </small>
            </span>
            <Acts>
              <Button
                look="ghost"
                isSmall
                isIcon
                aria-label={t('Rename {name}', { name: passkey.name })}
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
                aria-label={t('Remove {name}', { name: passkey.name })}
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

export function TurnOffButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        isSmall
        onPointerEnter={turnOff.preload}
        onFocus={turnOff.preload}
        onClick={() => setIsOpen(true)}
        aria-label={t('Turn off the authenticator app')}
      >
        {t('Turn off')}
      </Button>
      <DialogSlot part={turnOff} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {(state) => <turnOff.View {...state} />}
      </DialogSlot>
    </>
  )
}

export function RecoveryCodesRow({ left }: { left: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DataRow name={t('Recovery codes')}>
      <span>{t('{count} left', { count: left })}</span>
      <Button isSmall onPointerEnter={newCodes.preload} onFocus={newCodes.preload} onClick={() => setIsOpen(true)}>
        {t('Make new codes')}
      </Button>
      <DialogSlot part={newCodes} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {(state) => <newCodes.View {...state} />}
      </DialogSlot>
    </DataRow>
  )
}
