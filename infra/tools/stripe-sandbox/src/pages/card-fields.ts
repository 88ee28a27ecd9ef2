import * as z from 'zod/mini'
import { behaviourOf } from '../rules/cards.ts'
import type { Card } from '../rules/payment-methods.ts'
import { type Html, html } from './html.ts'

export const CardForm = z.object({
  number: z._default(z.string(), ''),
  expiry: z._default(z.string(), ''),
  cvc: z._default(z.string(), ''),
})
export type CardForm = z.infer<typeof CardForm>
export type CardFault = { field: keyof CardForm; message: string }

/** A typed card, or the first field that is not right. @param now seconds of the sandbox's clock */
export function readCard({ number, expiry, cvc }: CardForm, now: number): Card | CardFault {
  const digits = number.replace(/[\s-]/g, '')
  if (behaviourOf(digits) === undefined) return { field: 'number', message: 'Your card number is not valid' }
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(\d{2})\s*$/.exec(expiry) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  if (!isMonth) return { field: 'expiry', message: 'The expiry date is not valid' }
  const end = Date.UTC(2000 + Number(year), Number(month), 1) / 1000
  if (end <= now) return { field: 'expiry', message: 'Your card has expired' }
  if (!/^\s*\d{3,4}\s*$/.test(cvc)) return { field: 'cvc', message: 'The security code is not valid' }
  return { number: digits, month: Number(month), year: 2000 + Number(year) }
}

export const isFault = (card: Card | CardFault): card is CardFault => 'field' in card

/** The three fields of a card, with the fault next to its field. Typed values stay, except the security code. */
export const cardFields = (form: CardForm, fault: CardFault | undefined): Html => html`
<div>${field('number', 'Card number', form.number, fault, { placeholder: '4242 4242 4242 4242', autocomplete: 'cc-number' })}</div>
<div class="pair">
<div>${field('expiry', 'Expiry', form.expiry, fault, { placeholder: 'MM / YY', autocomplete: 'cc-exp' })}</div>
<div>${field('cvc', 'Security code (CVC)', '', fault, { placeholder: '123', autocomplete: 'cc-csc' })}</div>
</div>`

type Hints = { placeholder: string; autocomplete: string }
function field(
  name: CardFault['field'],
  label: string,
  value: string,
  fault: CardFault | undefined,
  hints: Hints,
): Html {
  const isWrong = fault?.field === name
  return html`<label>${label}
<input name="${name}" value="${value}" inputmode="numeric" autocomplete="${hints.autocomplete}" placeholder="${hints.placeholder}" required${
    isWrong && html` aria-invalid="true" aria-describedby="${name}-error" autofocus`
  }></label>${isWrong && html`<p class="error" id="${name}-error" role="alert">${errorMark} ${fault.message}</p>`}`
}

const errorMark = html`<span aria-hidden="true">&#9888;</span>`

export const cardList: Html = html`<ul class="cards">
<li><code>4242 4242 4242 4242</code> pays</li>
<li><code>4000 0025 0000 3155</code> asks for a second step</li>
<li><code>4000 0000 0000 0341</code> pays now and fails at the renewal</li>
<li><code>4000 0000 0000 0259</code> pays, and the payment is disputed</li>
<li><code>4000 0000 0000 0002</code> is declined</li>
</ul>`
