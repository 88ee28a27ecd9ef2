import { useQueryClient } from '@tanstack/react-query'
import { MessageAnswer } from '@utter/contracts/http/user-view'
import { request } from '../../lib/http.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { accountChanged } from '../session/me.ts'
import { useWrite } from '../session/use-write.ts'
import { sessionsQuery } from './queries.ts'

export function EndOthersDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const { write, isPending, refusal, secondsLeft } = useWrite({
    send: async () => MessageAnswer.parse(await request('DELETE', '/api/auth/sessions')),
    onDone: ({ message }) => {
      client.setQueryData(sessionsQuery.queryKey, (rows) => rows?.filter(({ isCurrent }) => isCurrent))
      toast({ title: 'Sessions ended', text: message })
      onClose()
      return accountChanged(client)
    },
    fallback: 'Failed to process request',
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="End all other sessions?"
      text="Every other browser and program that is logged in has to log in again. API keys go on."
      act="End sessions"
      busyText="Ending..."
      write={() => write(undefined)}
      isPending={isPending}
      refusal={refusal}
      secondsLeft={secondsLeft}
    />
  )
}
