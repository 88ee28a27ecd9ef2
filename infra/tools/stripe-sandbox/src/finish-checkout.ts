/** The sandbox's cards, by what they do. */
export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  secondStep: '4000002500003155',
  failsLater: '4000000000000341',
  disputed: '4000000000000259',
  noRefund: '4000000000005126',
} as const

export type CheckoutOptions = {
  /** The answer at the second step. */
  answer?: 'confirm' | 'refuse'
  /** Where the person is, which decides on the tax. */
  country?: string
  /** A promotion code. */
  code?: string
  /** Headers of each request, such as a session's cookie and an origin, where the pages are reached through the gateway. */
  headers?: Record<string, string>
}
/** @property location where a paid checkout leads to @property page the page that is shown instead, such as that of a declined card */
export type FinishedCheckout = { status: number; location: string | null; page: string }

/** A checkout paid by its forms, as a browser without scripts would. @param url the session's own */
export async function finishCheckout(
  url: string,
  card: string = cards.pays,
  { answer = 'confirm', country = 'US', code = '', headers = {} }: CheckoutOptions = {},
): Promise<FinishedCheckout> {
  const send = (to: string, form: Record<string, string>) =>
    fetch(to, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers })
  const typed = { email: 'someone@example.com', number: card, expiry: '12 / 60', cvc: '123', country, code }
  let answered = await send(url, typed)
  if (answered.headers.get('location')?.endsWith('/confirm')) answered = await send(`${url}/confirm`, { answer })
  return { status: answered.status, location: answered.headers.get('location'), page: await answered.text() }
}
