import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { Download, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { AnchorButton, Button } from '../../../ui/form/button.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import { soundName } from '../../jobs/sound-name.ts'
import { CancelJob } from './cancel-job.tsx'

const retryDialog = lazyView(async () => (await import('./retry-job-dialog.tsx')).RetryJobDialog)
const deleteDialog = lazyView(async () => (await import('./delete-job-dialog.tsx')).DeleteJobDialog)

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

const Last = styled(Button)`
  margin-left: auto;
`

interface JobActsProps {
  job: JobView
  onOpen: (jobId: string) => void
  onDeleted: () => void
}

/** The actions on a job: cancel while it runs; after that download, repeat, delete. */
export const JobActs = ({ job, ...rest }: JobActsProps) =>
  isFinal(job.status) ? <EndedActs key={job.id} job={job} {...rest} /> : <CancelJob key={job.id} jobId={job.id} />

function EndedActs({ job, onOpen, onDeleted }: JobActsProps) {
  const [isRetrying, setIsRetrying] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      {job.audioUrl && (
        <AnchorButton href={job.audioUrl} download={soundName(job)}>
          <Download {...icon} />
          {t('Download')}
        </AnchorButton>
      )}
      <Button
        look={job.audioUrl ? 'ghost' : 'secondary'}
        onPointerEnter={retryDialog.preload}
        onFocus={retryDialog.preload}
        onClick={() => setIsRetrying(true)}
      >
        <RotateCcw {...icon} />
        {t('Retry')}
      </Button>
      <Last
        look="danger"
        onPointerEnter={deleteDialog.preload}
        onFocus={deleteDialog.preload}
        onClick={() => setIsDeleting(true)}
      >
        <Trash2 {...icon} />
        {t('Delete')}
      </Last>
      <DialogSlot part={retryDialog} isOpen={isRetrying} onClose={() => setIsRetrying(false)}>
        {(state) => <retryDialog.View {...state} job={job} onOpen={onOpen} />}
      </DialogSlot>
      <DialogSlot part={deleteDialog} isOpen={isDeleting} onClose={() => setIsDeleting(false)}>
        {(state) => <deleteDialog.View {...state} jobId={job.id} onDeleted={onDeleted} />}
      </DialogSlot>
    </>
  )
}
