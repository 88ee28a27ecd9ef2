import { useQueryClient } from '@tanstack/react-query'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { useEffect } from 'react'
import { accountChanged, useMe } from '../session/me.ts'
import { watchPlan } from './watch-plan.ts'

const key = 'plan-may-change'
const limitMs = 10_000

/** Remembers over the load of a page that the plan is being changed: in the billing portal, or just before a reload. */
export function expectPlanChange(): void {
  try {
    sessionStorage.setItem(key, 'yes')
  } catch {
    // Where there is no storage the page shows what it has read.
  }
}

function isChangeExpected(): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** The plan's fields of `me` as one text, to be compared. */
const planIn = ({ subscriptionTier, subscriptionStatus, cancelAt, nextTier, billingPeriodEnd }: UserView): string =>
  [subscriptionTier, subscriptionStatus, cancelAt, nextTier, billingPeriodEnd].join()

/** After a change of the plan: shows it here when it is seen a moment late, and in the other tabs. */
export function usePlanChanges(): void {
  const client = useQueryClient()
  const { data: user } = useMe()
  const before = user && planIn(user)
  const isSignedIn = user !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read first is compared with what follows.
  useEffect(() => {
    if (!before || !isChangeExpected()) return
    const watching = new AbortController()
    const { signal } = watching
    void accountChanged(client)
    void watchPlan(client, (now) => planIn(now) !== before, { limitMs, signal }).then((isChanged) => {
      if (signal.aborted) return
      sessionStorage.removeItem(key)
      if (isChanged) void accountChanged(client)
    })
    return () => watching.abort()
  }, [client, isSignedIn])
}
