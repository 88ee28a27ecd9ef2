import { useQuery } from '@tanstack/react-query'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { Download, Link as LinkIcon } from 'lucide-react'
import { decimal } from '../../lib/format/decimal.ts'
import { soundLength } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { resource } from '../../lib/server/resource.ts'
import { AnchorButton } from '../../ui/form/button.tsx'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { FailureNote } from '../../ui/layout/failure-note.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { failureOf } from '../jobs/failure-of.ts'
import { ShareButton } from '../jobs/share/share-button.tsx'
import { soundName } from '../jobs/sound-name.ts'
import { Player } from '../player/player.tsx'

const seconds = (ms: number): string => `${decimal(ms / 1_000, 1)} s`

/** '3.8 s · 13 s of audio'. */
function summary({ cached, processingTime, durationMs }: JobView): string {
  const parts = [
    !cached && processingTime !== undefined ? seconds(processingTime) : undefined,
    durationMs !== undefined ? t('{length} of audio', { length: soundLength(durationMs) }) : undefined,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** @param startSeconds it was heard while it was spoken, and goes on from there */
export function Finished({ job, startSeconds }: { job: JobView; startSeconds?: number | undefined }) {
  const words = useQuery({ ...resource(['/api', 'jobs', job.id, 'words'], WordTimes), enabled: job.words === true })
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  if (!job.audioUrl) return <FailureNote>{failureOf(job)}</FailureNote>
  const url = job.audioUrl
  return (
    <>
      <Player
        src={url}
        peaks={job.peaks}
        durationMs={job.durationMs}
        startSeconds={startSeconds}
        transcript={job.aiResponse ?? job.userText}
        words={words.data}
        isCached={job.cached}
        actions={
          <>
            <CopyButton label={t('Copy link')} icon={LinkIcon} text={() => new URL(url, location.href).href} />
            <ShareButton job={job} />
            <AnchorButton look="ghost" isSmall isIcon href={url} download={soundName(job)} aria-label={t('Download')}>
              <Download {...icon} />
            </AnchorButton>
          </>
        }
      />
      <Caption>{summary(job)}</Caption>
    </>
  )
}
