import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openPaying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())

const checkout = (identity: ReturnType<typeof newIdentity>, tier: 'starter' | 'creator') =>
  paying.post('/api/stripe/create-checkout-session', identity, { priceId: paying.priceId(tier) })
/** Objects of all customers, counted by customer: one list serves all accounts. */
async function countByCustomer(pages: AsyncIterable<{ customer: unknown }>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const { customer } of pages) counts.set(String(customer), (counts.get(String(customer)) ?? 0) + 1)
  return counts
}

// The pages are what is tried: events would only repeat what a refresh finds.
await paying.sandbox.setDelivery({ paused: true })

test('two hundred pairs of checkouts at once: one page, one subscription, one charge each', async () => {
  const identities = Array.from({ length: 200 }, () => newIdentity())
  const customers: string[] = []
  for (let from = 0; from < identities.length; from += 20)
    await Promise.all(
      identities.slice(from, from + 20).map(async (identity) => {
        const [one, other] = await Promise.all([checkout(identity, 'starter'), checkout(identity, 'starter')])
        expect([one.status, one.body]).toEqual([200, other.body])
        await paying.sandbox.finishCheckout(one.body.url)
        customers.push((await paying.state(identity))?.stripeCustomerId ?? '')
      }),
    )
  const { stripe } = paying
  const all = { limit: 100 }
  for (const found of [
    await countByCustomer(stripe.checkout.sessions.list(all)),
    await countByCustomer(stripe.subscriptions.list(all)),
    await countByCustomer(stripe.invoices.list({ ...all, status: 'paid' })),
  ])
    expect(new Set(customers.map((customer) => found.get(customer)))).toEqual(new Set([1]))
})

test('of checkouts of two prices at once one page is open, whichever is paid', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const identity = newIdentity()
    const answers = await Promise.all([checkout(identity, 'starter'), checkout(identity, 'creator')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const customer = (await paying.state(identity))?.stripeCustomerId ?? ''
    expect((await paying.stripe.checkout.sessions.list({ customer, status: 'open' })).data).toHaveLength(1)
    for (const { body } of answers) await paying.sandbox.finishCheckout(body.url).catch(() => {})
    expect((await paying.stripe.subscriptions.list({ customer })).data).toHaveLength(1)
    expect((await paying.stripe.invoices.list({ customer, status: 'paid' })).data).toHaveLength(1)
  }
})
