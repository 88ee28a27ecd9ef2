import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { readSecrets } from '@utter/local/secrets'
import { cards } from '@utter/stripe-sandbox/finish-checkout'
import { Customer } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { type TestSandbox, testSandbox } from '@utter/testing/setup/sandbox'
import { beforeAll, beforeEach, expect, test } from 'vitest'

const { url, dataDir } = ownPlatform()
let sandbox: TestSandbox
let payer: Payer
beforeAll(async () => {
  sandbox = await testSandbox()
})
beforeEach(async () => {
  payer = new Payer(await Customer.signUp(url))
})

const tierOf = async ({ customer }: Payer) =>
  ((await customer.get('/api/auth/me')).body as { user: UserView }).user.subscriptionTier
const expectTier = async (tier: string) => {
  await sandbox.delivered()
  await eventually(`the plan is ${tier}`, async () => (await tierOf(payer)) === tier)
}
const read = async (address: string, headers: Record<string, string>) => {
  const answer = await fetch(address, { headers, redirect: 'manual' })
  return { status: answer.status, page: await answer.text() }
}

test('a checkout names the plan and its price, and says that no money moves', async () => {
  const address = await payer.checkout('creator')
  const { status, page } = await read(address, payer.customer.headers)
  expect(status).toBe(200)
  for (const words of ['Creator', '$79', 'Sandbox: no money moves']) expect(page).toContain(words)
  expect(page).not.toContain('<script')
})

test('a declined card is told beside its field; the same page takes another card', async () => {
  const address = await payer.checkout('starter')
  const declined = await payer.finish(address, cards.declined)
  expect(declined.status).toBe(402)
  expect(declined.page).toContain('Your card was declined')
  await expectTier('free')
  expect(await payer.finish(address)).toMatchObject({ status: 303, location: `${url}/account?checkout=done` })
  await expectTier('starter')
})

test('a second step that is refused leaves everything as it was; one that is confirmed pays', async () => {
  const address = await payer.checkout('starter')
  expect((await payer.finish(address, cards.secondStep, 'refuse')).page).toContain('did not confirm')
  await expectTier('free')
  expect((await payer.finish(address, cards.secondStep, 'confirm')).status).toBe(303)
  await expectTier('starter')
})

test.each([
  [cards.failsLater, 'Your card was declined'],
  [cards.secondStep, 'Your bank wants a confirmation: open the billing portal'],
])('an upgrade that card %s does not pay changes nothing', async (card, error) => {
  await payer.subscribe('starter', card)
  await expectTier('starter')
  expect(await payer.upgrade('pro')).toMatchObject({ status: 402, body: { error } })
  await expectTier('starter')
})

test('who pays already is led to no second checkout, and who pays nothing to no portal', async () => {
  expect(await payer.customer.post('/api/stripe/billing-portal', {})).toMatchObject({
    status: 409,
    body: { error: 'There is no subscription to manage yet' },
  })
  expect(await payer.upgrade('starter')).toMatchObject({ status: 200, body: { requiresCheckout: true } })
  await payer.subscribe('starter')
  await expectTier('starter')
  const body = { priceId: await payer.priceOf('pro') }
  expect(await payer.customer.post('/api/stripe/create-checkout-session', body)).toMatchObject({
    status: 409,
    body: { error: 'You already have a subscription' },
  })
})

test('a plan that is cancelled in the portal can be taken back until it ends', async () => {
  await payer.subscribe('starter')
  await expectTier('starter')
  const cancelAt = async () => ((await payer.customer.get('/api/auth/me')).body as { user: UserView }).user.cancelAt
  expect((await payer.inPortal('cancel')).status).toBe(303)
  await eventually('the end is known', async () => (await cancelAt()) !== undefined)
  expect((await payer.inPortal('undo')).status).toBe(303)
  await eventually('and taken back', async () => (await cancelAt()) === undefined)
})

test('nobody sees or finishes the checkout of another account, or visits its portal', async () => {
  const address = await payer.checkout('starter')
  const stranger = new Payer(await Customer.signUp(url))
  expect((await read(address, stranger.customer.headers)).status).toBe(404)
  expect((await stranger.finish(address)).status).toBe(404)
  expect((await read(address, {})).status).toBe(401)
  expect((await new Payer(new Customer(url)).finish(address)).status).toBe(401)
  await sandbox.delivered()
  expect([await tierOf(payer), await tierOf(stranger)]).toEqual(['free', 'free'])

  await payer.finish(address)
  await expectTier('starter')
  const { body } = await payer.customer.post('/api/stripe/billing-portal', {})
  expect((await read((body as { url: string }).url, stranger.customer.headers)).status).toBe(404)
})

test('no key of payments stands in a log, an answer or a page', async () => {
  const address = await payer.checkout('starter')
  const shown = [
    (await read(address, payer.customer.headers)).page,
    JSON.stringify((await payer.customer.get('/api/plans')).body),
    JSON.stringify((await payer.customer.get('/api/auth/me')).body),
    JSON.stringify((await payer.customer.get('/api/settings')).body),
  ]
  const logs = join(dataDir, 'logs')
  for (const name of await readdir(logs)) shown.push(await readFile(join(logs, name), 'utf8'))
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = await readSecrets(dataDir, {})
  expect(shown.length).toBeGreaterThan(10)
  for (const secret of [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET]) {
    expect(secret.length).toBeGreaterThan(20)
    expect(shown.filter((text) => text.includes(secret))).toEqual([])
  }
})
