import { useQueryClient } from '@tanstack/react-query'
import { RecoveryCodes } from '@utter/contracts/http/account/totp'
import { useState } from 'react'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { accountChanged } from '../session/me.ts'
import { ShownRecoveryCodes } from './recovery-codes.tsx'

/** Asks before the codes of before end, and shows the new ones; their own button alone closes it then. */
export function NewCodesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  if (codes)
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        isBusy
        title={t('Your recovery codes')}
        text={t('Each stands in for the authenticator app once. They are not shown again.')}
      >
        <ShownRecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    )
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Make new recovery codes?')}
      text={t('Those that you have are worth nothing then.')}
      act={t('Make new codes')}
      busyText={t('Making...')}
      send={async () =>
        RecoveryCodes.parse(await request('POST', '/api/auth/second-factor/recovery-codes')).recoveryCodes
      }
      onDone={(made) => {
        setCodes(made)
        return accountChanged(client)
      }}
    />
  )
}
