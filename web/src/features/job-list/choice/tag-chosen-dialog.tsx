import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useState } from 'react'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { faultOfTags, type TagChange, tagsAfter, withoutTag, withTag } from '../../jobs/tags/change-tags.ts'
import { TagsForm } from '../../jobs/tags/tags-form.tsx'

const ready = { isPending: false, secondsLeft: 0 }

interface TagChosenDialogProps {
  jobs: readonly JobRow[]
  isOpen: boolean
  onClose: () => void
  onTag: (change: TagChange) => void
}

/** Asks which tags are added to the chosen jobs, and which are taken from them. */
export function TagChosenDialog({ jobs, isOpen, onClose, onTag }: TagChosenDialogProps) {
  const [change, setChange] = useState<TagChange>({ added: [], removed: [] })
  const { added, removed } = change
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Tag {jobs}', { jobs: counted(jobs.length, 'job') })}
      text={t('A tag is added to all of them, or removed from all.')}
    >
      <TagsForm
        value={change}
        withOne={(tag) => ({ added: withTag(added, tag), removed: withoutTag(removed, tag.trim()) })}
        faultOf={(next) => faultOfTags(next.added)}
        onChange={setChange}
        onSave={(next) => {
          onClose()
          onTag(next)
        }}
        tags={countedTags(jobs, change).map(({ tag, count }) => ({
          tag,
          note: count === jobs.length ? undefined : t('{count} of {total}', { count, total: jobs.length }),
        }))}
        canComplete
        onRemove={(tag) => setChange({ added: withoutTag(added, tag), removed: withTag(removed, tag) })}
      >
        <DialogFoot onCancel={onClose} act={t('Save')} busyText={t('Saving...')} state={ready} />
      </TagsForm>
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
