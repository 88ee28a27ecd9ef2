import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const letters = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The prefix of each kind's ids, as Stripe's look. */
export const prefixes = {
  customers: 'cus',
  balanceTransactions: 'cbtxn',
  products: 'prod',
  prices: 'price',
  paymentMethods: 'pm',
  paymentIntents: 'pi',
  charges: 'ch',
  refunds: 're',
  disputes: 'du',
  coupons: 'coupon',
  promotionCodes: 'promo',
  discounts: 'di',
  checkoutSessions: 'cs',
  portalSessions: 'bps',
  portalConfigurations: 'bpc',
  subscriptions: 'sub',
  schedules: 'sub_sched',
  invoices: 'in',
  invoiceItems: 'ii',
  webhookEndpoints: 'we',
  events: 'evt',
} as const
export type Kind = keyof typeof prefixes

/** Kinds whose ids Stripe makes longer: they are part of an address that is hard to guess. */
const long: Kind[] = ['checkoutSessions', 'portalSessions']

export const newId = (kind: Kind): string =>
  `${prefixes[kind]}_${kind === 'checkoutSessions' ? 'test_' : ''}${letters(long.includes(kind) ? 58 : 24)}`
export const newPartId = (prefix: string): string => `${prefix}_${letters(24)}`

/** The kind that an id is of, by its prefix; the longest that fits. */
export function kindOf(id: string): Kind | undefined {
  const found = (Object.keys(prefixes) as Kind[]).filter((kind) => id.startsWith(`${prefixes[kind]}_`))
  return found.sort((a, b) => prefixes[b].length - prefixes[a].length)[0]
}
