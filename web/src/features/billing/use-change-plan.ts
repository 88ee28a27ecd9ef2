import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { PageUrl, UpgradeAnswer } from '@utter/contracts/http/stripe'
import type { TierName } from '@utter/contracts/tiers'
import { useEffect, useRef, useState } from 'react'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { HttpError, request, sentenceOf } from '../../lib/server/http.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { readPayUrl } from '../invoices/queries.ts'
import { accountChanged } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { priceIdOf } from './price-id.ts'
import { expectPlanChange } from './use-plan-changes.ts'

const reloadDelayMs = 1_500
/** Refusals that the billing portal resolves. */
const portalCodes = ['confirmation_required', 'invoice_unpaid', 'plan_ends']
const upgradeFailed = 'Failed to upgrade subscription'
const portalFailed = 'Unable to open billing portal'

/** A press of a button, identified by the button's name. */
interface Press {
  button: string
  act: () => Promise<void>
  fallback: string
}

/**
 * Changes of the plan, each by one call; a success leaves this page. Buttons that share the hook wait for each other.
 */
export function useChangePlan() {
  const client = useQueryClient()
  const countdown = useCountdown()
  const [limited, setLimited] = useState<string>()
  // Two clicks in one frame arrive before the next render.
  const isUnderWay = useRef(false)
  const { mutate, variables, isPending, isSuccess, reset } = useMutation({
    mutationFn: ({ act }: Press) => act(),
    onError: (error, { button, fallback }) => {
      isUnderWay.current = false
      if (!(error instanceof HttpError)) return toastRefusal(error, fallback)
      if (error.status === 429 && error.retryAfterSeconds) {
        setLimited(button)
        countdown.start(error.retryAfterSeconds)
      }
      // The screen was older than what the server knows.
      if (error.status === 409) void accountChanged(client)
      if (!portalCodes.includes(error.problem?.code ?? '')) return toastRefusal(error, fallback)
      const action =
        error.problem?.code === 'invoice_unpaid'
          ? { label: 'Pay now', run: payOpen }
          : { label: 'Manage billing', run: () => openPortal('billing') }
      toast({ title: 'Error', text: sentenceOf(error, fallback), isDestructive: true, action })
    },
  })
  useEffect(() => {
    // Back from the other page to this one as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isUnderWay.current = false
      reset()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])

  const press = (next: Press) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutate(next)
  }
  const openPortal = (button: TierName | 'billing') => {
    // The portal itself, or the page in it where the plan is changed or cancelled.
    const body = button === 'billing' ? undefined : { tier: button }
    press({ button, fallback: portalFailed, act: () => goToPortal(body) })
  }
  /** To the invoice itself; to the portal where it is no longer open, or can't be found. */
  const payOpen = () => {
    const act = async () => {
      const page = await readPayUrl(client).catch(() => undefined)
      if (!page) return goToPortal(undefined)
      expectPlanChange()
      location.assign(page)
    }
    press({ button: 'billing', fallback: portalFailed, act })
  }
  return {
    /** For who pays nothing yet. */
    checkout(offer: PlanOffer): void {
      const priceId = sold(offer)
      if (priceId) press({ button: offer.name, fallback: upgradeFailed, act: () => goToCheckout(priceId) })
    },
    /** In place. @param isQuick the next plan, which the server finds by itself */
    upgrade(offer: PlanOffer, { isQuick }: { isQuick: boolean }): void {
      if (!isQuick && !sold(offer)) return
      const act = async () => {
        const body = isQuick ? {} : { priceId: priceIdOf(offer) }
        const answer = UpgradeAnswer.parse(await request('POST', '/api/stripe/upgrade-subscription', { body }))
        if (answer.requiresCheckout) {
          const priceId = sold(offer)
          if (priceId) await goToCheckout(priceId)
          else isUnderWay.current = false
          return
        }
        toast({ title: 'Upgrade successful!', text: answer.message })
        expectPlanChange()
        void accountChanged(client)
        setTimeout(() => location.reload(), reloadDelayMs)
      }
      press({ button: offer.name, fallback: upgradeFailed, act })
    },
    openPortal,
    /** @param button the name of a plan, or 'billing' */
    stateOf: (button: string) => ({
      isBusy: variables?.button === button && (isPending || (isSuccess && isUnderWay.current)),
      secondsLeft: limited === button ? countdown.secondsLeft : 0,
    }),
  }
}

export type ChangePlan = ReturnType<typeof useChangePlan>

/** The price to ask for; without one an error is shown, and nothing is requested. */
function sold(offer: PlanOffer): string | undefined {
  const priceId = priceIdOf(offer)
  if (!priceId) toastError('Error', `Missing Stripe price ID for ${offer.name} tier`)
  return priceId
}

async function goToCheckout(priceId: string): Promise<void> {
  const body = { priceId }
  const { url } = PageUrl.parse(await request('POST', '/api/stripe/create-checkout-session', { body }))
  location.assign(url)
}

async function goToPortal(body: { tier: TierName } | undefined): Promise<void> {
  const { url } = PageUrl.parse(await request('POST', '/api/stripe/billing-portal', body && { body }))
  expectPlanChange()
  location.assign(url)
}
