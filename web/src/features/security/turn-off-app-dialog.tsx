import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { accountChanged } from '../session/me.ts'

export function TurnOffAppDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Turn the authenticator app off?')}
      text={t('Your password alone logs in then, and your recovery codes are worth nothing.')}
      act={t('Turn off')}
      busyText={t('Turning off...')}
      send={async () => messageIn(await request('DELETE', '/api/auth/second-factor/totp'))}
      onDone={(message) => {
        toast({ title: t('Success!'), text: message })
        onClose()
        return accountChanged(client)
      }}
    />
  )
}
