import { t } from '../../lib/language/words.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { isSame, type ListEntry, useChangeList } from './queries.ts'

interface RemoveEntryDialogProps {
  entry: ListEntry
  isApplied: boolean
  isOpen: boolean
  onClose: () => void
}

export function RemoveEntryDialog({ entry, isApplied, isOpen, onClose }: RemoveEntryDialogProps) {
  const changeList = useChangeList()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Remove {name}?', { name: entry.from })}
      text={
        isApplied
          ? t('It is spoken as it is written again. Sounds that are there stay as they are.')
          : t('It does not come back with another plan. Sounds that are there stay as they are.')
      }
      act={t('Remove')}
      busyText={t('Removing...')}
      send={() => changeList((entries) => entries.filter((one) => !isSame(one, entry)))}
      onDone={() => {
        toast({ title: t('Pronunciation removed'), text: entry.from })
        onClose()
      }}
    />
  )
}
