import { paths } from '@utter/contracts/screens'
import { Suspense } from 'react'
import styled from 'styled-components'
import { CheckoutDone } from '../../features/billing/checkout-done.tsx'
import { SubscriptionCard } from '../../features/billing/subscription-card.tsx'
import { RequireUser } from '../../features/session/require-user.tsx'
import { UsageCard } from '../../features/usage/usage-card.tsx'
import { UsageWarning } from '../../features/usage/usage-warning.tsx'
import { accountParts } from '../../lib/account-parts.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { madeOnce } from '../../lib/made-once.ts'
import { medium } from '../../theme.ts'
import { screenTitle } from '../../titles.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { Contents } from '../../ui/layout/contents.tsx'
import { InOrder } from '../../ui/layout/in-order.tsx'
import { Later } from '../../ui/layout/later.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Row } from '../../ui/layout/text.tsx'

/** Code of what is below the first window: fetched with its data, once what is above it is there. */
const further = lazyView(async () => (await import('./further-account-parts.tsx')).FurtherAccountParts)

/** The contents beside the parts, where the window leaves them room. */
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 136px;
  gap: 32px;
  @media (max-width: 1279px) {
    grid-template-columns: minmax(0, 1fr);
    > nav { display: none; }
  }
`

const TwoThirds = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
  gap: 16px;
  ${medium} { grid-template-columns: minmax(0, 1fr); }
`

const sections = madeOnce(() => accountParts.map(({ id, title }) => ({ id, title: t(title) })))

export function AccountPage() {
  return (
    <Page
      {...screenTitle(paths.account)}
      aside={
        <Row>
          <LinkButton to={paths.usage}>{t('Usage report')}</LinkButton>
          <LinkButton to={paths.requests}>{t('Requests')}</LinkButton>
        </Row>
      }
    >
      <RequireUser waiting={<Skeleton $height={320} />}>
        <Columns>
          <Parts />
          <Contents sections={sections()} />
        </Columns>
      </RequireUser>
    </Page>
  )
}

/** Each part has data of its own: one that could not be read leaves the others standing. */
const Parts = () => (
  <InOrder>
    <CheckoutDone />
    <UsageWarning />
    <TwoThirds>
      <UsageCard />
      <SubscriptionCard />
    </TwoThirds>
    <Later>
      <Suspense>
        <further.View />
      </Suspense>
    </Later>
  </InOrder>
)
