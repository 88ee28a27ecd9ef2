import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import type { TierName } from '@utter/contracts/plans'
import { cards, type FinishedCheckout, finishCheckout } from '@utter/stripe-sandbox/finish-checkout'
import type { Answer, Customer } from './customer.ts'

/** A customer who pays: the routes of payments, and the sandbox's pages by their forms, as a browser without scripts sends them. */
export class Payer {
  readonly customer: Customer

  constructor(customer: Customer) {
    this.customer = customer
  }

  async priceOf(tier: TierName): Promise<string> {
    const plans = (await this.customer.get('/api/plans')).body as PlanOffer[]
    const priceId = plans.find(({ name }) => name === tier)?.priceId
    if (!priceId) throw new Error(`${tier} has no price`)
    return priceId
  }

  /** Begins a checkout. @returns the address of its page */
  async checkout(tier: TierName): Promise<string> {
    return urlIn(await this.customer.post('/api/stripe/create-checkout-session', { priceId: await this.priceOf(tier) }))
  }

  /** Begins a checkout and pays it. */
  async subscribe(tier: TierName, card?: string): Promise<FinishedCheckout> {
    return this.finish(await this.checkout(tier), card)
  }
  finish = (url: string, card: string = cards.pays) => finishCheckout(url, card, { headers: this.headers })

  async upgrade(tier?: TierName): Promise<Answer> {
    return this.customer.post('/api/stripe/upgrade-subscription', tier ? { priceId: await this.priceOf(tier) } : {})
  }

  /** Sends one form of the billing portal. @param action the last part of its address */
  async inPortal(action: 'card' | 'cancel', form: Record<string, string> = {}): Promise<Response> {
    const url = urlIn(await this.customer.post('/api/stripe/billing-portal', {}))
    const body = new URLSearchParams(form)
    return fetch(`${url}/${action}`, { method: 'POST', body, redirect: 'manual', headers: this.headers })
  }
  changeCard = (number: string) => this.inPortal('card', { number, expiry: '12 / 60', cvc: '123' })

  private get headers() {
    return { ...this.customer.headers, origin: this.customer.url }
  }
}

function urlIn({ status, body }: Answer): string {
  if (status !== 200) throw new Error(`it was answered with ${status}: ${JSON.stringify(body)}`)
  return (body as { url: string }).url
}
