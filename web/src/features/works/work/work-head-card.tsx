import type { WorkView } from '@utter/contracts/http/works/views'
import { paths } from '@utter/contracts/screens'
import styled from 'styled-components'
import { counted } from '../../../lib/format/counted.ts'
import { clock } from '../../../lib/format/times.ts'
import { fromServer } from '../../../lib/language/from-server.ts'
import { type MessageDescriptor, msg, t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { Progress } from '../../../ui/data/progress.tsx'
import { Banner } from '../../../ui/layout/banner.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { Hidden } from '../../../ui/layout/hidden.tsx'
import { Caption, Row, TextLink } from '../../../ui/layout/text.tsx'
import { barOf } from '../labels.ts'
import { StateBadge } from '../state-badge.tsx'
import { WorkActs } from './work-acts.tsx'

const Body = styled(CardBody)`
  padding-top: 20px;
  ${narrow} { padding-top: 16px; }
`

/** Why it is paused takes the place of its figures: what is below never moves. */
const Facts = styled(Caption)`
  font-size: 13px;
  b { color: var(--warning); font-weight: 500; }
`

const Line = styled(Row)`
  > :last-child { flex: 1; }
`

/** A work that is on its way is no news. */
const stateNews: Partial<Record<WorkView['state'], MessageDescriptor>> = {
  paused: msg('The work is paused'),
  completed: msg('The work is completed'),
  failed: msg('The work is failed'),
  cancelled: msg('The work is cancelled'),
}

/** How far it is, and why it is not on its way. */
export function WorkHeadCard({ work }: { work: WorkView }) {
  const { state, reason, progress, chapters, durationMs, calls, warnings } = work
  const news = stateNews[state]
  const done = chapters.filter((chapter) => chapter.state === 'completed').length
  const facts = [
    t('{count} of {chapters} spoken', { count: done, chapters: counted(chapters.length, 'chapter') }),
    ...(durationMs > 0 ? [t('{length} of sound', { length: clock(durationMs / 1_000) })] : []),
    counted(calls, 'call'),
  ]
  return (
    <>
      <Card aria-label={t('Progress')}>
        <Body $gap={12}>
          <Line $gap={16}>
            <StateBadge state={state} />
            <Progress status={barOf[state]} percent={progress} />
          </Line>
          <Facts as="p">
            {state === 'paused' && reason ? (
              <>
                <b>{fromServer(reason)}</b> <TextLink to={paths.pricing}>{t('See plans')}</TextLink>
              </>
            ) : (
              facts.join(' · ')
            )}
          </Facts>
          <Hidden role="status">{news && t(news)}</Hidden>
        </Body>
        <WorkActs work={work} />
      </Card>
      {warnings?.map((warning) => (
        <Banner key={warning} tone="plain">
          {warning}
        </Banner>
      ))}
    </>
  )
}
