import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { PageUrl, type PlanChange, type ShownChange, UpgradeAnswer, UpgradePreview } from '@utter/contracts/http/stripe'
import type { TierName } from '@utter/contracts/tiers'
import { useEffect, useRef, useState } from 'react'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { fromServer } from '../../lib/language/from-server.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { HttpError, request, sentenceOf } from '../../lib/server/http.ts'
import { toast, toastError } from '../../lib/toasts.ts'
import { readPayUrl } from '../invoices/queries.ts'
import { accountChanged } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { priceIdOf } from './price-id.ts'
import { expectPlanChange } from './use-plan-changes.ts'

const reloadDelayMs = 1_500
/** Refusals that the billing portal resolves. */
const portalCodes = ['confirmation_required', 'invoice_unpaid', 'plan_ends', 'address_unknown']
const upgradeFailed = msg('Failed to upgrade subscription')
const portalFailed = msg('Unable to open billing portal')

/** A press of a button, identified by the button's name. */
interface Press {
  button: string
  act: () => Promise<void>
  fallback: MessageDescriptor
}

/** A change of plan whose amounts are shown. @property isAgain whether another amount was shown before */
export interface AskedChange {
  offer: PlanOffer
  isQuick: boolean
  preview: PlanChange
  isAgain: boolean
}

/**
 * Changes of the plan, each by one call; a success leaves this page. Buttons that share the hook wait for each other. A plan that is changed
 * in place is confirmed with its amounts, in `PlanChangeSlot`.
 */
export function useChangePlan() {
  const client = useQueryClient()
  const countdown = useCountdown()
  const [limited, setLimited] = useState<string>()
  const [asked, setAsked] = useState<AskedChange>()
  const [isAsking, setIsAsking] = useState(false)
  // Two clicks in one frame arrive before the next render.
  const isUnderWay = useRef(false)
  const { mutate, variables, isPending, isSuccess, reset } = useMutation({
    mutationFn: ({ act }: Press) => act(),
    onError: (error, { button, fallback }) => {
      isUnderWay.current = false
      setIsAsking(false)
      if (!(error instanceof HttpError)) return toastRefusal(error, t(fallback))
      if (error.status === 429 && error.retryAfterSeconds) {
        setLimited(button)
        countdown.start(error.retryAfterSeconds)
      }
      // The screen was older than what the server knows.
      if (error.status === 409) void accountChanged(client)
      if (!portalCodes.includes(error.problem?.code ?? '')) return toastRefusal(error, t(fallback))
      const action =
        error.problem?.code === 'invoice_unpaid'
          ? { label: t('Pay now'), run: payOpen }
          : { label: t('Manage billing'), run: () => openPortal('billing') }
      toast({ title: t('Error'), text: sentenceOf(error, t(fallback)), isDestructive: true, action })
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
  const openPortal = (button: TierName | 'billing' | 'keep') => {
    // The portal itself, where a plan that ends is kept as well; or the page in it where the plan is changed or cancelled.
    const body = button === 'billing' || button === 'keep' ? undefined : { tier: button }
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
  const goToCheckoutOf = async (offer: PlanOffer) => {
    const priceId = sold(offer)
    if (priceId) await goToCheckout(priceId)
    else isUnderWay.current = false
  }
  /** Shows the amounts of a change. For who pays nothing a checkout has them. */
  const ask = async (offer: PlanOffer, isQuick: boolean, isAgain = false) => {
    const body = bodyOf(offer, isQuick)
    const { change: preview } = UpgradePreview.parse(await request('POST', '/api/stripe/preview-upgrade', { body }))
    if (!preview) return goToCheckoutOf(offer)
    setAsked({ offer, isQuick, preview, isAgain })
    setIsAsking(true)
    isUnderWay.current = false
  }
  /** The change itself, at the amount that was shown; where that is another one by now, it is shown. */
  const send = async (offer: PlanOffer, isQuick: boolean, shown: ShownChange) => {
    const body = { ...bodyOf(offer, isQuick), shown }
    try {
      const answer = UpgradeAnswer.parse(await request('POST', '/api/stripe/upgrade-subscription', { body }))
      if (answer.requiresCheckout) return goToCheckoutOf(offer)
      setIsAsking(false)
      toast({ title: t('Upgrade successful!'), text: fromServer(answer.message) })
      expectPlanChange()
      void accountChanged(client)
      // The page of now: by then a test may have taken its own away.
      const page = location
      setTimeout(() => page.reload(), reloadDelayMs)
    } catch (error) {
      if (!(error instanceof HttpError) || error.problem?.code !== 'amount_changed') throw error
      await ask(offer, isQuick, true)
    }
  }
  return {
    /** For who pays nothing yet. */
    checkout(offer: PlanOffer): void {
      const priceId = sold(offer)
      if (priceId) press({ button: offer.name, fallback: upgradeFailed, act: () => goToCheckout(priceId) })
    },
    /** For who pays nothing yet: the next plan, which the server finds by itself. */
    quickCheckout(offer: PlanOffer): void {
      const act = () => send(offer, true, { tier: offer.name, amount: 0 })
      press({ button: offer.name, fallback: upgradeFailed, act })
    },
    /** In place, once its amounts are confirmed. @param isQuick the next plan, which the server finds by itself */
    upgrade(offer: PlanOffer, { isQuick }: { isQuick: boolean }): void {
      if (!isQuick && !sold(offer)) return
      press({ button: offer.name, fallback: upgradeFailed, act: () => ask(offer, isQuick) })
    },
    /** The change that is asked about, also while its dialog fades. */
    asked,
    isAsking,
    confirm({ offer, isQuick, preview }: AskedChange): void {
      const { tier, now, prorationDate } = preview
      const shown = { tier, amount: now.amount, ...(prorationDate && { prorationDate }) }
      press({ button: offer.name, fallback: upgradeFailed, act: () => send(offer, isQuick, shown) })
    },
    cancel: () => setIsAsking(false),
    openPortal,
    /** @param button the name of a plan, or 'billing' */
    stateOf: (button: string) => ({
      isBusy: variables?.button === button && (isPending || (isSuccess && isUnderWay.current)),
      secondsLeft: limited === button ? countdown.secondsLeft : 0,
    }),
  }
}

export type ChangePlan = ReturnType<typeof useChangePlan>

/** The plan that is asked for; the server finds the next one by itself. */
const bodyOf = (offer: PlanOffer, isQuick: boolean) => (isQuick ? {} : { priceId: priceIdOf(offer) })

/** The price to ask for; without one an error is shown, and nothing is requested. */
function sold(offer: PlanOffer): string | undefined {
  const priceId = priceIdOf(offer)
  if (!priceId) toastError(t('Error'), t('Missing Stripe price ID for {plan} tier', { plan: offer.name }))
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
