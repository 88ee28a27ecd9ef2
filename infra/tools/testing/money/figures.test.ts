import type { UserView } from '@utter/contracts/http/account/user-view'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { type Plan, standardPlans, type TierName, unlimited } from '@utter/contracts/plans'
import { Customer } from '@utter/testing/customers/customer'
import { signUpWithCalls } from '@utter/testing/customers/on-plan'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { beforeAll, describe, expect, test } from 'vitest'

const { openScreen, url } = useScreens()
let plans: PlanOffer[]
beforeAll(async () => {
  plans = (await new Customer(url).get('/api/plans')).body as PlanOffer[]
})

const counted = (calls: number) => calls.toLocaleString('en')
const planOf = (tier: TierName): PlanOffer => plans.find(({ name }) => name === tier)!
const titleOf = ({ name }: Plan) => `${name[0]?.toUpperCase()}${name.slice(1)}`
const priceOf = ({ price }: Plan) => (price === null ? 'Custom' : `$${price}`)
const callsOf = ({ apiCallsLimit }: Plan) =>
  apiCallsLimit === unlimited ? 'Unlimited calls' : `${counted(apiCallsLimit)} calls`

describe('with other plans than the standard ones', () => {
  test('they are others', () => {
    expect(plans.map(({ apiCallsLimit }) => apiCallsLimit)).toEqual([3, 5, 8, 12, unlimited])
  })

  test('the sign-up names the free calls that are served', async () => {
    const { page } = await openScreen('/signup')
    const name = `figures-${Date.now()}`
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Email').fill(`${name}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page
      .getByText(`You have ${planOf('free').apiCallsLimit} free calls`)
      .first()
      .waitFor()
  })

  test('the prices have each plan’s price, calls, overage and features', async () => {
    const { page } = await openScreen('/pricing')
    for (const plan of plans) {
      const title = page.getByRole('heading', { level: 2, name: titleOf(plan), exact: true })
      const card = page.locator('section, article').filter({ has: title })
      await card.getByText(priceOf(plan)).first().waitFor()
      await card.getByText(callsOf(plan)).first().waitFor()
      if (plan.overagePrice !== null) await card.getByText(`$${plan.overagePrice}`).first().waitFor()
      for (const feature of plan.features)
        await card.getByRole('listitem').filter({ hasText: feature }).first().waitFor()
    }
  })

  test.each<[TierName, number, (plan: Plan) => string | undefined]>([
    ['free', 2, () => undefined],
    ['free', 3, ({ apiCallsLimit }) => `All ${apiCallsLimit} calls of this month are used.`],
    ['starter', 4, ({ apiCallsLimit, overagePrice }) => `Calls past ${apiCallsLimit} cost $${overagePrice} each.`],
    ['creator', 9, ({ overagePrice }) => `Each further one costs $${overagePrice}.`],
    ['pro', 12, ({ overagePrice }) => `Each further one costs $${overagePrice}.`],
  ])('My Account on %s with %i calls used has the served limit, price and overage', async (tier, used, warning) => {
    const customer = await signUpWithCalls(url, tier, used)
    const plan = planOf(tier)
    const { page } = await openScreen('/account', { customer })
    const card = page.getByRole('region', { name: 'Usage', exact: true })
    const left = Math.max(0, plan.apiCallsLimit - used)
    await card.getByText(`${counted(left)} left`).waitFor()
    expect(await card.textContent()).toContain(`${counted(used)} of ${callsOf(plan)}`)
    const words = warning(plan)
    if (words) await page.getByText(words).waitFor()
    else expect(await page.getByRole('link', { name: 'See plans' }).count()).toBe(0)
    const { user } = (await customer.get('/api/auth/me')).body as { user: UserView }
    expect(user.apiCallsLimit).toBe(plan.apiCallsLimit)
    if (plan.overageEnabled) await card.getByText(`$${plan.price} · the plan’s price`).waitFor()
    else expect(await card.getByText('Spending limit').count()).toBe(0)
  })

  test('the subscription has the price of its plan, and the upgrades those of the plans above it', async () => {
    const customer = await signUpWithCalls(url, 'starter', 1)
    const { page } = await openScreen('/account', { customer })
    const subscription = page.getByRole('region', { name: 'Subscription', exact: true })
    const starter = planOf('starter')
    await subscription.getByText(priceOf(starter)).first().waitFor()
    for (const feature of starter.features) await subscription.getByText(feature, { exact: true }).waitFor()
    const upgrade = page.getByRole('region', { name: 'Upgrade', exact: true })
    for (const plan of plans.slice(plans.indexOf(starter) + 1)) {
      const line = upgrade.locator('div').filter({ has: page.getByRole('term').filter({ hasText: titleOf(plan) }) })
      await line
        .getByText(new RegExp(escaped(callsOf(plan)), 'i'))
        .first()
        .waitFor()
      await line.getByText(priceOf(plan)).first().waitFor()
    }
  })

  test.each(['/pricing', '/account', '/guide', '/settings', '/terms', '/license'])(
    '%s has no quota of the standard plans, other than in the features that are served',
    async (path) => {
      const customer = await signUpWithCalls(url, 'starter', 4)
      const { page } = await openScreen(path, { customer })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await eventually('its data is there', async () => (await page.locator('[aria-busy=true]').count()) === 0)
      const features = new Set(plans.flatMap((plan) => plan.features))
      const shown = (await page.getByRole('main').innerText()).split('\n').filter((line) => !features.has(line.trim()))
      expect(shown.length).toBeGreaterThan(1)
      expect(shown.flatMap(typedQuotas)).toEqual([])
    },
  )
})

const escaped = (text: string) => text.replace(/[.$]/g, '\\$&')

/** How scripts may write a number: 5000, 5e3, 5_000, and as text 5,000. */
function spellings(figure: number): string[] {
  const zeros = /0{3,}$/.exec(String(figure))?.[0].length ?? 0
  return [
    String(figure),
    counted(figure),
    counted(figure).replaceAll(',', '_'),
    ...(zeros > 0 ? [`${figure / 10 ** zeros}e${zeros}`] : []),
  ]
}

const quotas = standardPlans.map(({ apiCallsLimit }) => apiCallsLimit).filter((calls) => calls > 0)
const prices = standardPlans.flatMap(({ price, overagePrice }) => [price, overagePrice]).filter((price) => price)

/** '5,000' anywhere; any spelling of a quota in front of the word. */
function typedQuotas(text: string): string[] {
  const large = quotas.filter((calls) => calls >= 1_000).map(counted)
  const beforeTheWord = quotas.flatMap(spellings).map(escaped).join('|')
  return [
    ...text.matchAll(new RegExp(`(?<![\\d.,])(?:${large.join('|')})(?![\\d,])`, 'g')),
    ...text.matchAll(new RegExp(`(?<![\\d.,\\w])(?:${beforeTheWord})["'\`}]*\\s*(?:free |monthly )?calls\\b`, 'gi')),
  ].map(([found]) => found)
}

/** '$39' in a text, which no name of a minified variable is, and a table's own `price:39`. */
function typedPrices(text: string): string[] {
  const dollars = prices.map((price) => escaped(String(price)).replace(/^0/, '0?')).join('|')
  return [
    ...text.matchAll(new RegExp(`(?<![\\w$])\\$(?:${dollars})(?![\\d,\\w$(.:=]|\\.\\d)`, 'g')),
    ...text.matchAll(/\b(?:price|overagePrice|apiCallsLimit)["'`]?:\s*[\d.]+/g),
  ].map(([found]) => found)
}

const features = standardPlans.flatMap((plan) => plan.features).filter((feature) => /\d/.test(feature))
const typedFigures = (text: string) => [
  ...typedQuotas(text),
  ...typedPrices(text),
  ...features.filter((feature) => text.includes(feature)),
]

test.each([
  'children:"$39"',
  '>$0.04 a call<',
  '`$199 a month`',
  'name:"starter",price:39,',
  'overagePrice:.04',
  'apiCallsLimit:5e3',
  '"apiCallsLimit": 5000',
  'You have 100 free calls',
  '"5,000 calls a month"',
  'up to 15,000 a month',
  '50000 calls',
])('the search finds a typed figure: %s', (text) => {
  expect(typedFigures(text)).not.toEqual([])
})

test.each(['setTimeout(e,5e3)', 'let $39=1;', 'a$79(b)', '$390', '10,000', 'price:e.price', '$1,990', 'version 0.04'])(
  'and takes nothing else for one: %s',
  (text) => {
    expect(typedFigures(text)).toEqual([])
  },
)

test('the built pages hold no price, no quota and no feature of a plan: neither the HTML nor any script that a page can fetch', async () => {
  const files = await servedFiles()
  expect([...files.keys()].filter((path) => path.endsWith('.js')).length).toBeGreaterThan(20)
  const found = [...files].map(([path, text]) => [path, typedFigures(text)]).filter(([, figures]) => figures?.length)
  expect(Object.fromEntries(found)).toEqual({})
})

/** The page, and all scripts that it names, that those name, and so on: not the assets of earlier builds. */
async function servedFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const queue = ['/']
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (files.has(path)) continue
    const answer = await fetch(new URL(path, url))
    if (!answer.ok) continue
    const text = await answer.text()
    files.set(path, text)
    for (const [, name] of text.matchAll(/["'`/]([\w.-]+-[\w-]{8}\.js)["'`]/g)) queue.push(`/assets/${name}`)
  }
  return files
}
