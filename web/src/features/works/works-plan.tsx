import { useQuery } from '@tanstack/react-query'
import { noWorksSentence } from '@utter/contracts/http/works/requests'
import { paths } from '@utter/contracts/screens'
import type { ReactNode } from 'react'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { plansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'

/** Whether the account's plan has works. `isKnown` also where the plans cannot be read: the server decides then. */
export function useWorksPlan() {
  const { data: plans, isError } = useQuery(plansQuery)
  const { data: me } = useMe()
  const plan = plans?.find(({ name }) => name === me?.subscriptionTier)
  return {
    isKnown: plans !== undefined || isError,
    hasWorks: plan?.works !== false,
    /** Where they are to be had; empty while it is not known. */
    sentence: plans ? `${fromServer(noWorksSentence(plans))}.` : '',
  }
}

export const NotInPlan = ({ sentence }: { sentence: string }): ReactNode => (
  <Card>
    <EmptyState
      title={t('Not part of your plan')}
      text={sentence}
      action={<LinkButton to={paths.pricing}>{t('Compare plans')}</LinkButton>}
    />
  </Card>
)
