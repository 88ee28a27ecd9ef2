import { useQueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useState } from 'react'
import { t } from '../../../lib/language/words.ts'
import { Dialog, DialogForm } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { useWrite } from '../../session/use-write.ts'
import { faultOfTags, withoutTag, withTag } from './change-tags.ts'
import { knownTags } from './known-tags.ts'
import { putTags } from './put-tags.ts'
import { TagChips, TagSuggestions } from './tag-chips.tsx'
import { TagInput } from './tag-input.tsx'

interface TagsDialogProps {
  job: Pick<JobRow, 'id' | 'tags'>
  isOpen: boolean
  onClose: () => void
}

/** Sets the tags of one job. */
export function TagsDialog({ job, isOpen, onClose }: TagsDialogProps) {
  const client = useQueryClient()
  const [tags, setTags] = useState<readonly string[]>(job.tags ?? [])
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [known] = useState(() => knownTags(client))
  const save = useWrite({
    send: (next: readonly string[]) => putTags(client, job.id, next),
    onDone: onClose,
    fallback: t('Failed to process request'),
  })
  /** @returns undefined where they would be refused, which the field says */
  const taken = (tag: string): readonly string[] | undefined => {
    const next = withTag(tags, tag)
    const fault = faultOfTags(next)
    setError(fault)
    return fault === undefined ? next : undefined
  }
  const add = (tag: string) => {
    const next = taken(tag)
    if (!next) return
    setTags(next)
    setText('')
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={save.isPending}
      title={t('Tags')}
      text={t('Words by which you find this job again.')}
    >
      <DialogForm
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A tag that was typed and not added is meant too.
          const next = taken(text)
          if (next) save.write(next)
        }}
      >
        <TagInput
          label={t('New tag')}
          text={text}
          error={error}
          onText={(next) => {
            setText(next)
            setError(undefined)
          }}
          onAdd={() => add(text)}
        />
        {tags.length > 0 && (
          <TagChips tags={tags.map((tag) => ({ tag }))} onRemove={(tag) => setTags(withoutTag(tags, tag))} />
        )}
        <TagSuggestions tags={known.filter((tag) => !tags.includes(tag))} onAdd={add} />
        <DialogFoot onCancel={onClose} act={t('Save')} busyText={t('Saving...')} state={save} refusal={save.refusal} />
      </DialogForm>
    </Dialog>
  )
}
