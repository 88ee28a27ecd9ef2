import type { BatchRow } from '@utter/contracts/http/jobs/batch'
import type { JobStatus } from '@utter/contracts/jobs'
import { batchPath, paths } from '@utter/contracts/screens'
import { counted } from '../../../lib/format/counted.ts'
import { useServerNow } from '../../../lib/hooks/use-now.ts'
import { t } from '../../../lib/language/words.ts'
import { StatusBadge } from '../../../ui/data/badge.tsx'
import { MadeLine, MadeList, type MorePages, WaitingMadeList } from '../../../ui/data/made-list.tsx'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'
import { batchLabels, countsInWords, statusOf } from '../labels.ts'

const statusOfBar: Record<JobStatus, JobStatus> = {
  pending: 'pending',
  processing: 'processing',
  completed: 'completed',
  failed: 'completed',
}

export function BatchesCard({ batches, ...pages }: MorePages & { batches: readonly BatchRow[] }) {
  const now = useServerNow(15_000)
  const { data: voices } = useVoices()
  return (
    <MadeList
      title={t('Your batches')}
      another={{ to: paths.newBatch, text: t('New batch') }}
      stays={t('Batches that you have stay.')}
      {...pages}
    >
      {batches.map(({ batchId, createdAt, total, counts, firstText, voiceId }) => {
        const status = statusOf(counts)
        const facts = [counted(total, 'line'), findVoice(voices, voiceId)?.name ?? voiceId, ...countsInWords(counts)]
        const percent = Math.floor(((counts.completed + counts.failed) * 100) / total)
        return (
          <MadeLine
            key={batchId}
            badge={<StatusBadge status={status} label={batchLabels[status]} />}
            to={batchPath(batchId)}
            name={firstText}
            facts={facts.join(' · ')}
            bar={{ status: statusOfBar[status], percent }}
            createdAt={createdAt}
            now={now}
          />
        )
      })}
    </MadeList>
  )
}

export const WaitingBatches = () => <WaitingMadeList title={t('Your batches')} />
