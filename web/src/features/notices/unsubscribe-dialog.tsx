import type { NoticeKind } from '@utter/contracts/http/notices/notice'
import { t } from '../../lib/language/words.ts'
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
  const title = t(noticeLabels[kind].title)
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('No more mails: {notification}?', { notification: title })}
      text={t('You still see it in the app, and can have its mails again in your account.')}
      act={t('Turn off')}
      busyText={t('Turning off...')}
      send={() => unsubscribe(kind)}
      onDone={() => {
        toast({ title: t('Mails turned off'), text: title })
        onClose()
      }}
    />
  )
}
