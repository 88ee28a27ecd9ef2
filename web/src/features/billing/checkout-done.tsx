import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { titleOf } from '@utter/contracts/tiers'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { t } from '../../lib/language/words.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { accountChanged, readMe } from '../session/me.ts'
import { usageQuery } from '../usage/queries.ts'
import { isSold } from './plan-action.ts'
import { usePlanChanges } from './use-plan-changes.ts'
import { watchPlan } from './watch-plan.ts'

const limitMs = 30_000

/** After a checkout, which comes back to `?checkout=done`: waits until the plan that was paid is there. */
export function CheckoutDone() {
  const [search] = useSearchParams()
  usePlanChanges()
  return search.get('checkout') === 'done' ? <Confirming /> : null
}

const isPaid = ({ subscriptionTier, subscriptionStatus }: UserView): boolean =>
  isSold(subscriptionTier) && subscriptionStatus === 'active'

function Confirming() {
  const client = useQueryClient()
  const [, setSearch] = useSearchParams()
  const [tries, setTries] = useState(1)
  // 'asking' shows nothing: mostly the plan is there by the first answer.
  const [state, setState] = useState<'asking' | 'confirming' | 'late'>('asking')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try; the address changes at its end.
  useEffect(() => {
    const watching = new AbortController()
    const { signal } = watching
    const isThere = async (user: UserView) => {
      if (isPaid(user) && (await isCounted(client, user))) return true
      if (!signal.aborted) setState('confirming')
      return false
    }
    void watchPlan(client, isThere, { limitMs, signal }).then(async (isDone) => {
      if (signal.aborted) return
      if (!isDone) return setState('late')
      const user = (await readMe(client).catch(() => undefined))?.user
      void accountChanged(client)
      toast({
        title: t('Upgrade successful!'),
        ...(user && {
          text: t('Your plan is {plan} now', { plan: titleOf(user.subscriptionTier) }),
        }),
      })
      setSearch(without('checkout'), { replace: true })
    })
    return () => watching.abort()
  }, [client, tries])
  if (state === 'asking') return null
  if (state === 'confirming') return <Banner tone="plain">{t('Your payment is being confirmed.')}</Banner>
  const again = () => {
    setState('confirming')
    setTries(tries + 1)
  }
  return (
    <Banner
      tone="plain"
      action={
        <Button isSmall onClick={again}>
          {t('Check again')}
        </Button>
      }
    >
      <b>{t('Your payment is still being confirmed.')}</b> {t('Your plan appears here as soon as it is.')}
    </Banner>
  )
}

/** Whether the calls are counted by the new plan: another service does that, and may learn of it a moment later. */
async function isCounted(client: QueryClient, { subscriptionTier }: UserView): Promise<boolean> {
  const usage = await client.fetchQuery({ ...usageQuery, staleTime: 0 }).catch(() => undefined)
  return !usage || usage.tier === subscriptionTier
}

const without = (name: string) => (search: URLSearchParams) => {
  const rest = new URLSearchParams(search)
  rest.delete(name)
  return rest
}
