import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { isSame, type ListEntry, useChangeList } from './queries.ts'

interface RemoveEntryDialogProps {
  entry: ListEntry
  isOpen: boolean
  onClose: () => void
}

export function RemoveEntryDialog({ entry, isOpen, onClose }: RemoveEntryDialogProps) {
  const changeList = useChangeList()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={`Remove ${entry.from}?`}
      text="It is spoken as it is written again. Sounds that are there stay as they are."
      act="Remove"
      busyText="Removing..."
      send={() => changeList((entries) => entries.filter((one) => !isSame(one, entry)))}
      onDone={() => {
        toast({ title: 'Pronunciation removed', text: entry.from })
        onClose()
      }}
    />
  )
}
