import type { WorkRow } from '@utter/contracts/http/works/views'
import { paths, workPath } from '@utter/contracts/screens'
import { Plus } from 'lucide-react'
import { counted } from '../../../lib/format/counted.ts'
import { useServerNow } from '../../../lib/hooks/use-now.ts'
import { fromServer } from '../../../lib/language/from-server.ts'
import { t } from '../../../lib/language/words.ts'
import { MadeLine, MadeListFoot, MakeAnother, WaitingMadeList } from '../../../ui/data/made-list.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { TextLink } from '../../../ui/layout/text.tsx'
import { barOf } from '../labels.ts'
import { StateBadge } from '../state-badge.tsx'

interface WorksCardProps {
  works: readonly WorkRow[]
  /** Undefined: this is the last page. */
  onMore: (() => void) | undefined
  isLoadingMore: boolean
  /** Where works are to be had, of a plan that has none. */
  notInPlan: string | undefined
}

export function WorksCard({ works, onMore, isLoadingMore, notInPlan }: WorksCardProps) {
  const now = useServerNow(15_000)
  return (
    <Card aria-labelledby="works-title">
      <CardHead>
        <h2 id="works-title">{t('Your works')}</h2>
        {notInPlan === undefined && (
          <MakeAnother to={paths.newWork} look="primary">
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {t('New work')}
          </MakeAnother>
        )}
      </CardHead>
      <ul>
        {works.map(({ workId, title, state, progress, createdAt, characters, chapterCount, reason }) => (
          <MadeLine
            key={workId}
            badge={<StateBadge state={state} />}
            to={workPath(workId)}
            name={title}
            facts={
              (reason && fromServer(reason)) ??
              `${counted(chapterCount, 'chapter')} · ${counted(characters, 'character')}`
            }
            bar={{ status: barOf[state], percent: progress }}
            createdAt={createdAt}
            now={now}
          />
        ))}
      </ul>
      <MadeListFoot
        onMore={onMore}
        isLoadingMore={isLoadingMore}
        note={
          notInPlan !== undefined && (
            <>
              {t('Works that you have stay.')} {notInPlan} <TextLink to={paths.pricing}>{t('Compare plans')}</TextLink>
            </>
          )
        }
      />
    </Card>
  )
}

export const WaitingWorks = () => <WaitingMadeList title={t('Your works')} />
