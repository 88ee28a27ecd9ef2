import { useQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { useParams } from 'react-router-dom'
import styled from 'styled-components'
import { sharedQuery } from '../features/shared/queries.ts'
import { SharedCard } from '../features/shared/shared-card.tsx'
import { Trans } from '../lib/language/trans.tsx'
import { t } from '../lib/language/words.ts'
import { HttpError } from '../lib/server/http.ts'
import { screenTitle } from '../titles.ts'
import { LinkButton } from '../ui/form/button.tsx'
import { Card } from '../ui/layout/card.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Part } from '../ui/layout/part.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Caption, Stack, TextLink } from '../ui/layout/text.tsx'

const Narrow = styled(Stack)`
  max-width: 720px;
`

/** A job that is shared, for whoever has its link. */
export function SharedPage() {
  const { secret = '' } = useParams()
  const shared = useQuery(sharedQuery(secret))
  const isGone = !shared.data && shared.error instanceof HttpError && shared.error.status === 404
  return (
    <Page {...screenTitle(paths.shared)}>
      <Narrow $gap={16}>
        {isGone ? (
          <OpensNothing />
        ) : (
          <Part query={shared} waiting={<Skeleton $height={240} />} failure={t('The sound could not be read')}>
            {(job) => <SharedCard job={job} />}
          </Part>
        )}
        {/* Once it is known what is above it: it would be pushed down. */}
        {!shared.isPending && (
          <Caption>
            <Trans
              id="Utter turns text into speech. <link>Have a look</link>"
              components={{ link: <TextLink to={paths.dashboard} /> }}
            />
          </Caption>
        )}
      </Narrow>
    </Page>
  )
}

const OpensNothing = () => (
  <Card>
    <EmptyState
      title={t('This link opens nothing any more')}
      text={t('It was taken back, or what it opened is gone.')}
      action={<LinkButton to={paths.dashboard}>{t('Go to Dashboard')}</LinkButton>}
    />
  </Card>
)
