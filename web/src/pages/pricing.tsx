import { useQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { usePlanChanges } from '../features/billing/use-plan-changes.ts'
import { plansQuery } from '../features/plans/queries.ts'
import { Faq } from '../features/pricing/faq.tsx'
import { OverageBanner } from '../features/pricing/overage-banner.tsx'
import { PlanCards } from '../features/pricing/plan-cards.tsx'
import { WaitingPlans } from '../features/pricing/waiting-plans.tsx'
import { t } from '../lib/language/words.ts'
import { screenTitle } from '../titles.ts'
import { Page } from '../ui/layout/page.tsx'
import { Part } from '../ui/layout/part.tsx'
import { Stack } from '../ui/layout/text.tsx'

export function PricingPage() {
  const plans = useQuery(plansQuery)
  usePlanChanges()
  return (
    <Page {...screenTitle(paths.pricing)}>
      <Stack $gap={24}>
        <Part query={plans} waiting={<WaitingPlans />} failure={t('The plans could not be read')}>
          {(offers) => (
            <>
              <OverageBanner offers={offers} />
              <PlanCards offers={offers} />
            </>
          )}
        </Part>
        <Faq />
      </Stack>
    </Page>
  )
}
