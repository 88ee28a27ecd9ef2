import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { msg, t } from '../../lib/language/words.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/form/button.tsx'
import { accountChanged } from '../session/me.ts'
import { hasPasskeys, makePasskey } from '../session/second-factor/passkeys.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useWrite } from '../session/use-write.ts'

const notMade = msg('No passkey was made')

/** Has the browser make one; it is named after the browser, and may be renamed. */
export function AddPasskeyButton() {
  const client = useQueryClient()
  const add = useWrite({
    send: makePasskey,
    onDone: (name) => {
      toast({ title: t('Passkey added'), text: name })
      return accountChanged(client)
    },
    isRepeatable: true,
    onRefused: (error) => toastRefusal(error, t(notMade)),
    fallback: t(notMade),
  })
  if (!hasPasskeys()) return null
  return (
    <Button isSmall isBusy={add.isPending} disabled={add.secondsLeft > 0} onClick={() => add.write(undefined)}>
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {t('Add a passkey')}
    </Button>
  )
}
