import { type SecondFactorView, StartedTotp } from '@utter/contracts/http/account/second-factor'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { dateOf } from '../../lib/format/times.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { request } from '../../lib/server/http.ts'
import { DataRow } from '../../ui/data/data-list.tsx'
import { Button } from '../../ui/form/button.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useWrite } from '../session/use-write.ts'

const turnOn = lazyView(async () => (await import('./turn-on-app-dialog.tsx')).TurnOnAppDialog)
const turnOff = lazyView(async () => (await import('./turn-off-app-dialog.tsx')).TurnOffAppDialog)
const newCodes = lazyView(async () => (await import('./new-codes-dialog.tsx')).NewCodesDialog)

/** Codes besides the password: whether they are on, and how many recovery codes are left. */
export function SecondFactorRows({ totp, recoveryCodesLeft }: Pick<SecondFactorView, 'totp' | 'recoveryCodesLeft'>) {
  const [open, setOpen] = useState<'off' | 'codes'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <DataRow name="Authenticator app">
        <span>{totp ? `On since ${dateOf(totp.addedAt)}` : 'Off'}</span>
        {totp ? (
          <Button
            isSmall
            onPointerEnter={turnOff.preload}
            onFocus={turnOff.preload}
            onClick={() => setOpen('off')}
            aria-label="Turn the authenticator app off"
          >
            Turn off
          </Button>
        ) : null}
        <TurnOn isOn={totp !== null} />
      </DataRow>
      {totp && (
        <DataRow name="Recovery codes">
          <span>{recoveryCodesLeft === 1 ? '1 left' : `${recoveryCodesLeft} left`}</span>
          <Button isSmall onPointerEnter={newCodes.preload} onFocus={newCodes.preload} onClick={() => setOpen('codes')}>
            Make new codes
          </Button>
        </DataRow>
      )}
      <DialogSlot part={turnOff} isOpen={open === 'off'} onClose={close}>
        {(state) => <turnOff.View {...state} />}
      </DialogSlot>
      <DialogSlot part={newCodes} isOpen={open === 'codes'} onClose={close}>
        {(state) => <newCodes.View {...state} />}
      </DialogSlot>
    </>
  )
}

/** Its dialog stays while the recovery codes are in it, though the app is on by then. */
function TurnOn({ isOn }: { isOn: boolean }) {
  const [started, setStarted] = useState<{ answer: z.infer<typeof StartedTotp>; isOpen: boolean }>()
  const start = useWrite({
    send: async () => StartedTotp.parse(await request('POST', '/api/auth/second-factor/totp')),
    onDone: (answer) => setStarted({ answer, isOpen: true }),
    isRepeatable: true,
    onRefused: (error) => toastRefusal(error, 'Failed to process request'),
    fallback: 'Failed to process request',
  })
  return (
    <>
      {!isOn && (
        <Button
          isSmall
          isBusy={start.isPending}
          disabled={start.secondsLeft > 0}
          onPointerEnter={turnOn.preload}
          onFocus={turnOn.preload}
          onClick={() => start.write(undefined)}
          aria-label="Turn on an authenticator app"
        >
          Turn on
        </Button>
      )}
      {started && (
        <DialogSlot part={turnOn} isOpen={started.isOpen} onClose={() => setStarted({ ...started, isOpen: false })}>
          {(state) => <turnOn.View {...state} started={started.answer} />}
        </DialogSlot>
      )}
    </>
  )
}
