import type { WorkRow } from '@utter/contracts/http/works/views'
import { paths, workPath } from '@utter/contracts/screens'
import { counted } from '../../../lib/format/counted.ts'
import { useServerNow } from '../../../lib/hooks/use-now.ts'
import { fromServer } from '../../../lib/language/from-server.ts'
import { t } from '../../../lib/language/words.ts'
import { MadeLine, MadeList, type MorePages, WaitingMadeList } from '../../../ui/data/made-list.tsx'
import { barOf } from '../labels.ts'
import { StateBadge } from '../state-badge.tsx'

export function WorksCard({ works, ...pages }: MorePages & { works: readonly WorkRow[] }) {
  const now = useServerNow(15_000)
  return (
    <MadeList
      title={t('Your works')}
      another={{ to: paths.newWork, text: t('New work') }}
      stays={t('Works that you have stay.')}
      {...pages}
    >
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
    </MadeList>
  )
}

export const WaitingWorks = () => <WaitingMadeList title={t('Your works')} />
