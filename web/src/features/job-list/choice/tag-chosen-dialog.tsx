import { useQueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useState } from 'react'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { Dialog, DialogForm } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { faultOfTags, type TagChange, tagsAfter, withoutTag, withTag } from '../../jobs/tags/change-tags.ts'
import { knownTags } from '../../jobs/tags/known-tags.ts'
import { TagChips, TagSuggestions } from '../../jobs/tags/tag-chips.tsx'
import { TagInput } from '../../jobs/tags/tag-input.tsx'

const ready = { isPending: false, secondsLeft: 0 }

interface TagChosenDialogProps {
  jobs: readonly JobRow[]
  isOpen: boolean
  onClose: () => void
  onTag: (change: TagChange) => void
}

/** Asks which tags are added to the chosen jobs, and which are taken from them. */
export function TagChosenDialog({ jobs, isOpen, onClose, onTag }: TagChosenDialogProps) {
  const client = useQueryClient()
  const [change, setChange] = useState<TagChange>({ added: [], removed: [] })
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [known] = useState(() => knownTags(client))
  const present = countedTags(jobs, change)

  /** @returns undefined where the tags would be refused, which the field says */
  const taken = (tag: string): TagChange | undefined => {
    const added = withTag(change.added, tag)
    const fault = faultOfTags(added)
    setError(fault)
    return fault === undefined ? { added, removed: withoutTag(change.removed, tag.trim()) } : undefined
  }
  const add = (tag: string) => {
    const next = taken(tag)
    if (!next) return
    setChange(next)
    setText('')
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Tag {jobs}', { jobs: counted(jobs.length, 'job') })}
      text={t('A tag is added to all of them, or removed from all.')}
    >
      <DialogForm
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A tag that was typed and not added is meant too.
          const next = text.trim() === '' ? change : taken(text)
          if (!next) return
          onClose()
          onTag(next)
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
        {present.length > 0 && (
          <TagChips
            tags={present.map(({ tag, count }) => ({
              tag,
              note: count === jobs.length ? undefined : t('{count} of {total}', { count, total: jobs.length }),
            }))}
            onAdd={add}
            onRemove={(tag) =>
              setChange({ added: withoutTag(change.added, tag), removed: withTag(change.removed, tag) })
            }
          />
        )}
        <TagSuggestions tags={known.filter((name) => !present.some(({ tag }) => tag === name))} onAdd={add} />
        <DialogFoot onCancel={onClose} act={t('Save')} busyText={t('Saving...')} state={ready} />
      </DialogForm>
    </Dialog>
  )
}

/** The tags that the jobs will have, and how many of them will; those of all jobs first. */
function countedTags(jobs: readonly JobRow[], change: TagChange): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { tags = [] } of jobs)
    for (const tag of tagsAfter(tags, change)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count })).sort((one, other) => other.count - one.count)
}
