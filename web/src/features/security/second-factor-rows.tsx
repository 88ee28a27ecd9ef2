import type { SecondFactorView } from '@utter/contracts/http/account/second-factor'
import type { StartedTotp } from '@utter/contracts/http/account/totp'
import { Suspense, useState } from 'react'
import type * as z from 'zod/mini'
import { dateOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { DataRow } from '../../ui/data/data-list.tsx'
import { Button } from '../../ui/form/button.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useWrite } from '../session/use-write.ts'

const turnOn = lazyView(async () => (await import('./turn-on-app-dialog.tsx')).TurnOnAppDialog)
// An account without an app does not fetch them.
const turnOff = lazyView(async () => (await import('./present-guards.tsx')).TurnOffButton)
const codesRow = lazyView(async () => (await import('./present-guards.tsx')).RecoveryCodesRow)

/** Codes besides the password: whether they are on, and how many recovery codes are left. */
export const SecondFactorRows = ({ totp, recoveryCodesLeft }: Pick<SecondFactorView, 'totp' | 'recoveryCodesLeft'>) => (
  <>
    <DataRow name={t('Authenticator app')}>
      <span>{totp ? t('On since {day}', { day: dateOf(totp.addedAt) }) : t('Off')}</span>
      {totp && (
        <Suspense fallback={null}>
          <turnOff.View />
        </Suspense>
      )}
      <TurnOn isOn={totp !== null} />
    </DataRow>
    {totp && (
      <Suspense
        fallback={<DataRow name={t('Recovery codes')}>{t('{count} left', { count: recoveryCodesLeft })}</DataRow>}
      >
        <codesRow.View left={recoveryCodesLeft} />
      </Suspense>
    )}
  </>
)

/** Its dialog stays while the recovery codes are in it, though the app is on by then. */
function TurnOn({ isOn }: { isOn: boolean }) {
  const [started, setStarted] = useState<{ answer: z.infer<typeof StartedTotp>; isOpen: boolean }>()
  const start = useWrite({
    send: async () => (await import('./turn-on-app-dialog.tsx')).startApp(),
    onDone: (answer) => setStarted({ answer, isOpen: true }),
    isRepeatable: true,
    onRefused: (error) => toastRefusal(error, t('Failed to process request')),
    fallback: t('Failed to process request'),
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
          aria-label={t('Turn on an authenticator app')}
        >
          {t('Turn on')}
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
