import type { NoticeKind } from '@utter/contracts/http/notices/notice'
import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { noticeLabels } from './notice-labels.ts'
import { useUnsubscribe } from './use-mail-settings.ts'

interface UnsubscribeDialogProps {
  kind: NoticeKind
  isOpen: boolean
  onClose: () => void
}

export function UnsubscribeDialog({ kind, isOpen, onClose }: UnsubscribeDialogProps) {
  const unsubscribe = useUnsubscribe()
  const { title } = noticeLabels[kind]
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={`No more mails: ${title}?`}
      text="You still see it in the app, and can have its mails again in your account."
      act="Turn off"
      busyText="Turning off..."
      send={() => unsubscribe(kind)}
      onDone={() => {
        toast({ title: 'Mails turned off', text: title })
        onClose()
      }}
    />
  )
}
