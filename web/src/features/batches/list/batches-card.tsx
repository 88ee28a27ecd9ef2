import type { BatchRow } from '@utter/contracts/http/jobs/batch'
import type { JobStatus } from '@utter/contracts/jobs'
import { batchPath, paths } from '@utter/contracts/screens'
import { Plus } from 'lucide-react'
import { counted } from '../../../lib/format/counted.ts'
import { useServerNow } from '../../../lib/hooks/use-now.ts'
import { t } from '../../../lib/language/words.ts'
import { StatusBadge } from '../../../ui/data/badge.tsx'
import { MadeLine, MadeListFoot, MakeAnother, WaitingMadeList } from '../../../ui/data/made-list.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { TextLink } from '../../../ui/layout/text.tsx'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'
import { countsInWords, statusOf } from '../labels.ts'

const statusOfBar: Record<JobStatus, JobStatus> = {
  pending: 'pending',
  processing: 'processing',
  completed: 'completed',
  failed: 'completed',
}

interface BatchesCardProps {
  batches: readonly BatchRow[]
  /** Undefined: this is the last page. */
  onMore: (() => void) | undefined
  isLoadingMore: boolean
  /** Where batches are to be had, of a plan that has none. */
  notInPlan: string | undefined
}

export function BatchesCard({ batches, onMore, isLoadingMore, notInPlan }: BatchesCardProps) {
  const now = useServerNow(15_000)
  const { data: voices } = useVoices()
  return (
    <Card aria-labelledby="batches-title">
      <CardHead>
        <h2 id="batches-title">{t('Your batches')}</h2>
        {notInPlan === undefined && (
          <MakeAnother to={paths.newBatch} look="primary">
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {t('New batch')}
          </MakeAnother>
        )}
      </CardHead>
      <ul>
        {batches.map(({ batchId, createdAt, total, counts, firstText, voiceId }) => {
          const status = statusOf(counts)
          const facts = [counted(total, 'line'), findVoice(voices, voiceId)?.name ?? voiceId, ...countsInWords(counts)]
          const percent = Math.floor(((counts.completed + counts.failed) * 100) / total)
          return (
            <MadeLine
              key={batchId}
              badge={<StatusBadge status={status} />}
              to={batchPath(batchId)}
              name={firstText}
              facts={facts.join(' · ')}
              bar={{ status: statusOfBar[status], percent }}
              createdAt={createdAt}
              now={now}
            />
          )
        })}
      </ul>
      <MadeListFoot
        onMore={onMore}
        isLoadingMore={isLoadingMore}
        note={
          notInPlan !== undefined && (
            <>
              {t('Batches that you have stay.')} {notInPlan}{' '}
              <TextLink to={paths.pricing}>{t('Compare plans')}</TextLink>
            </>
          )
        }
      />
    </Card>
  )
}

export const WaitingBatches = () => <WaitingMadeList title={t('Your batches')} />
