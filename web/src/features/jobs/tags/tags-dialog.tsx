import { useQueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useState } from 'react'
import { t } from '../../../lib/language/words.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { useWrite } from '../../session/use-write.ts'
import { faultOfTags, withoutTag, withTag } from './change-tags.ts'
import { putTags } from './put-tags.ts'
import { TagsForm } from './tags-form.tsx'

interface TagsDialogProps {
  job: Pick<JobRow, 'id' | 'tags'>
  isOpen: boolean
  onClose: () => void
}

/** Sets the tags of one job. */
export function TagsDialog({ job, isOpen, onClose }: TagsDialogProps) {
  const client = useQueryClient()
  const [tags, setTags] = useState<readonly string[]>(job.tags ?? [])
  const save = useWrite({
    send: (next: readonly string[]) => putTags(client, job.id, next),
    onDone: onClose,
    fallback: t('Failed to process request'),
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={save.isPending}
      title={t('Tags')}
      text={t('Words by which you find this job again.')}
    >
      <TagsForm
        value={tags}
        withOne={(tag) => withTag(tags, tag)}
        faultOf={faultOfTags}
        onChange={setTags}
        onSave={save.write}
        tags={tags.map((tag) => ({ tag }))}
        onRemove={(tag) => setTags(withoutTag(tags, tag))}
      >
        <DialogFoot onCancel={onClose} act={t('Save')} busyText={t('Saving...')} state={save} refusal={save.refusal} />
      </TagsForm>
    </Dialog>
  )
}
