import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { redeemable } from '../rules/bills/discounts.ts'
import { dollars } from '../rules/bills/money.ts'
import { retotal } from '../rules/checkout-total.ts'
import type { CheckoutSession } from '../store/records/sessions.ts'
import { type Html, html } from './html.ts'

/** The fields that change what is to be paid, and the total that the person has seen. */
export const TermsForm = z.object({
  country: z._default(z.string(), ''),
  taxId: z._default(z.string(), ''),
  code: z._default(z.string(), ''),
  shown: z._default(z.string(), ''),
})
type TermsForm = z.infer<typeof TermsForm>
export type TermsFault = { field: 'country' | 'code' | 'total'; message: string }

const countries: Record<string, string> = {
  US: 'United States',
  GB: 'United Kingdom',
  DE: 'Germany',
  FR: 'France',
  NL: 'Netherlands',
  CH: 'Switzerland',
}

/** Counts the checkout anew by what was typed. @returns why it can't be paid so */
export function applyTerms(context: Context, session: CheckoutSession, form: TermsForm): TermsFault | undefined {
  const { country, taxId, code, shown } = form
  if (asksCountry(session)) {
    session._country = country
    if (!countries[country]) return { field: 'country', message: 'Choose your country' }
    if (session.tax_id_collection.enabled) session._taxId = taxId.trim()
  }
  const promotion =
    session.allow_promotion_codes && code.trim() ? redeemable(context, code, session.currency) : undefined
  session.discounts = promotion ? [{ coupon: null, promotion_code: promotion.id }] : []
  retotal(context, session)
  if (session.allow_promotion_codes && code.trim() && !promotion)
    return { field: 'code', message: 'This code is not valid' }
  if (shown && Number(shown) !== session.amount_total)
    return { field: 'total', message: `The total is ${dollars(session.amount_total)} now: look at it, and pay it` }
  return undefined
}

const asksCountry = ({ automatic_tax: tax, billing_address_collection: address }: CheckoutSession): boolean =>
  tax?.enabled || address === 'required'

/** The fields that a session asks for. */
export function termsFields(session: CheckoutSession, form: TermsForm, fault: TermsFault | undefined): Html {
  const { country = session._country ?? '' } = form
  const error = (field: TermsFault['field']) =>
    fault?.field === field &&
    html`<p class="error" role="alert"><span aria-hidden="true">&#9888;</span> ${fault.message}</p>`
  return html`${
    asksCountry(session) &&
    html`<label>Country
<select name="country" autocomplete="country"><option value="">Choose</option>${Object.entries(countries).map(
      ([code, name]) => html`<option value="${code}"${code === country && html` selected`}>${name}</option>`,
    )}</select></label>${error('country')}`
  }${
    session.tax_id_collection?.enabled &&
    html`<label>Tax ID of your business, if you have one
<input name="taxId" value="${form.taxId}" autocomplete="off"></label>`
  }${
    session.allow_promotion_codes &&
    html`<label>Promotion code
<input name="code" value="${form.code}" autocomplete="off" autocapitalize="characters"></label>${error('code')}`
  }${error('total')}
<input type="hidden" name="shown" value="${String(session.amount_total)}">`
}

/** A button that shows the total of what was typed: after the one that pays, which the Enter key presses. */
export const termsButton = (session: CheckoutSession): Html =>
  html`${
    (asksCountry(session) || session.allow_promotion_codes) &&
    html`<button class="wide" name="act" value="apply" formnovalidate>Show the total</button>`
  }`

/** The way from the price to the total, where they differ. */
export function totalLines({
  amount_subtotal: subtotal,
  amount_total: total,
  total_details: details,
}: CheckoutSession): Html {
  const { amount_discount: discount, amount_tax: tax } = details ?? { amount_discount: 0, amount_tax: 0 }
  if (discount === 0 && tax === 0) return html``
  return html`<table><tbody>
<tr><td>Subtotal</td><td>${dollars(subtotal)}</td></tr>
${discount > 0 && html`<tr><td>Discount</td><td>${dollars(-discount)}</td></tr>`}
${tax > 0 && html`<tr><td>Tax</td><td>${dollars(tax)}</td></tr>`}
</tbody><tfoot><tr><th scope="row">Total today</th><td>${dollars(total)}</td></tr></tfoot></table>`
}
