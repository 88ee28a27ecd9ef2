import { useQueryClient } from '@tanstack/react-query'
import type { PasskeyRow } from '@utter/contracts/http/account/second-factor'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { accountChanged } from '../session/me.ts'

interface RemovePasskeyDialogProps {
  passkey: PasskeyRow
  isOpen: boolean
  onClose: () => void
}

export function RemovePasskeyDialog({ passkey: { id, name }, isOpen, onClose }: RemovePasskeyDialogProps) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Remove {name}?', { name })}
      text={t('It logs in nobody any more. Sessions that it began go on; your device may still list it.')}
      act={t('Remove passkey')}
      busyText={t('Removing...')}
      send={() => request('DELETE', `/api/auth/passkeys/${id}`)}
      onDone={() => {
        toast({ title: t('Passkey removed'), text: name })
        onClose()
        return accountChanged(client)
      }}
    />
  )
}
