import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { Captions, Columns2, Repeat2, Tag } from 'lucide-react'
import { useState } from 'react'
import styled from 'styled-components'
import { randomId } from '../../../lib/browser/random-id.ts'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { AnchorButton, Button, LinkButton } from '../../../ui/form/button.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import { CodeButton } from '../../code-samples/code-button.tsx'
import { jobCall } from '../../code-samples/job-call.ts'
import { kindOf } from '../../jobs/kind-of.ts'
import { ShareButton } from '../../jobs/share/share-button.tsx'
import { soundName } from '../../jobs/sound-name.ts'

const againDialog = lazyView(async () => (await import('./again-dialog.tsx')).AgainDialog)

const tagsDialog = lazyView(async () => (await import('../../jobs/tags/tags-dialog.tsx')).TagsDialog)

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

/** Words of a sound with their times, as files: at the same signed address. */
const captionForms = ['srt', 'vtt']

/** Small, since the main acts are at the panel's foot. */
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin: -8px -10px;
`

/** The call that makes this job again, and the one that reads it. The request id is new: with its own it would be the same job. */
const callsOf = (job: JobView) => [
  { does: t('Make it again'), call: jobCall({ ...job, kind: kindOf(job) ?? 'tts', requestId: randomId() }) },
  { does: t('Read it'), call: { method: 'GET' as const, path: `/api/jobs/${job.id}` } },
]

/** Ways on from a job: elsewhere, and to other forms of it. */
export function MoreActs({ job }: { job: JobView }) {
  const [isAgain, setIsAgain] = useState(false)
  const [isTagging, setIsTagging] = useState(false)
  const { audioUrl, retryOf } = job
  return (
    <Line role="group" aria-label={t('More about this job')}>
      {audioUrl && <ShareButton job={job} isNamed />}
      <Button
        look="ghost"
        isSmall
        aria-haspopup="dialog"
        onPointerEnter={againDialog.preload}
        onFocus={againDialog.preload}
        onClick={() => setIsAgain(true)}
      >
        <Repeat2 {...icon} />
        {t('Again with …')}
      </Button>
      <Button
        look="ghost"
        isSmall
        aria-haspopup="dialog"
        onPointerEnter={tagsDialog.preload}
        onFocus={tagsDialog.preload}
        onClick={() => setIsTagging(true)}
      >
        <Tag {...icon} />
        {t('Tags')}
      </Button>
      <CodeButton calls={() => callsOf(job)} isNamed />
      {audioUrl && retryOf && (
        <LinkButton look="ghost" isSmall to={`${paths.jobs}?compare=${retryOf},${job.id}`}>
          <Columns2 {...icon} />
          {t('Compare with the take before')}
        </LinkButton>
      )}
      {audioUrl &&
        job.words &&
        captionForms.map((form) => (
          <AnchorButton
            key={form}
            look="ghost"
            isSmall
            href={audioUrl.replace('.mp3', `.${form}`)}
            download={soundName(job, form)}
          >
            <Captions {...icon} />
            {form.toUpperCase()}
          </AnchorButton>
        ))}
      <DialogSlot part={againDialog} isOpen={isAgain} onClose={() => setIsAgain(false)}>
        {(state) => <againDialog.View {...state} job={job} />}
      </DialogSlot>
      <DialogSlot part={tagsDialog} isOpen={isTagging} onClose={() => setIsTagging(false)}>
        {(state) => <tagsDialog.View {...state} job={job} />}
      </DialogSlot>
    </Line>
  )
}
