import { useState } from 'react'
import { t } from '../../../lib/language/words.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Dialog, DialogForm } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { maxNameCharacters, maxSavedFilters, type SavedFilter } from './saved-filters.ts'

const ready = { isPending: false, secondsLeft: 0 }

interface SaveFiltersDialogProps {
  isOpen: boolean
  onClose: () => void
  saved: readonly SavedFilter[]
  /** Proposed as the name. */
  suggestion: string
  onSave: (name: string) => void
}

/** Asks for the name under which the present filters are kept in this browser. */
export function SaveFiltersDialog({ isOpen, onClose, saved, suggestion, onSave }: SaveFiltersDialogProps) {
  const [name, setName] = useState(suggestion.slice(0, maxNameCharacters))
  const [isMissing, setIsMissing] = useState(false)
  const trimmed = name.trim()
  const isReplaced = saved.some((one) => one.name === trimmed)
  const isFull = saved.length >= maxSavedFilters && !isReplaced
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Save these filters')}
      text={t('Kept in this browser: beside the filters, and in the palette.')}
    >
      <DialogForm
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed === '') return setIsMissing(true)
          onSave(trimmed)
          onClose()
        }}
      >
        <Field
          label={t('Name')}
          hint={isReplaced ? t('Takes the place of the one with this name') : undefined}
          warning={isFull ? t('There are {max}: the oldest one goes', { max: maxSavedFilters }) : undefined}
          error={isMissing ? t('A name is required') : undefined}
        >
          {(parts) => (
            <Input
              {...parts}
              value={name}
              maxLength={maxNameCharacters}
              autoComplete="off"
              onChange={(event) => {
                setName(event.target.value)
                setIsMissing(false)
              }}
            />
          )}
        </Field>
        <DialogFoot onCancel={onClose} act={t('Save filters')} busyText={t('Saving...')} state={ready} />
      </DialogForm>
    </Dialog>
  )
}
