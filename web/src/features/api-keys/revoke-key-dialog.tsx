import { useQueryClient } from '@tanstack/react-query'
import type { ApiKeyView } from '@utter/contracts/http/api-keys'
import { request } from '../../lib/http.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { accountChanged } from '../session/me.ts'
import { useWrite } from '../session/use-write.ts'
import { keysQuery } from './queries.ts'

interface RevokeKeyDialogProps {
  apiKey: ApiKeyView
  isOpen: boolean
  onClose: () => void
}

export function RevokeKeyDialog({ apiKey: { id, name }, isOpen, onClose }: RevokeKeyDialogProps) {
  const client = useQueryClient()
  const { write, isPending, refusal, secondsLeft } = useWrite({
    send: () => request('DELETE', `/api/keys/${id}`),
    onDone: () => {
      client.setQueryData(keysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id))
      toast({ title: 'Key revoked', text: name })
      onClose()
      return accountChanged(client)
    },
    fallback: 'Failed to process request',
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Revoke ${name}?`}
      text="Programs that use this key are refused at once. It cannot be undone."
      act="Revoke key"
      busyText="Revoking..."
      write={() => write(undefined)}
      isPending={isPending}
      refusal={refusal}
      secondsLeft={secondsLeft}
    />
  )
}
