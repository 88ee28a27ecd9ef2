import { readFile } from 'node:fs/promises'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { TierName } from '@utter/contracts/plans'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpWithCalls } from '@utter/testing/customers/on-plan'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { testOperator } from '@utter/testing/setup/operator'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { tabTo } from './support/keyboard.ts'
import { expectNoShift, watchShifts } from './support/layout-shifts.ts'
import { expectedUsage, type ShownUsage, shownUsage } from './support/shown-usage.ts'
import { strikingPixels } from './support/visible-pixels.ts'

const { browser, openPage, openScreen, url } = useScreens()

const usageOf = async (customer: Customer) => (await customer.get('/api/usage')).body as UsageView
/** Without the warning, which each test names by itself. */
const figuresOf = ({ warning: _, ...figures }: ShownUsage) => figures
const speakAs = async (customer: Customer, by: Customer, text: string, voiceId: string) =>
  customer.finished(jobIdOf(await by.speak(text, { voiceId })))

describe.each(sizes)('at $name px', ({ size }) => {
  test('what was spoken is shown as the API counts it, by session and by key, and follows a job that ends', async () => {
    const customer = await Customer.signUp(url)
    const secret = await (await testOperator()).createKey(customer.email, 'Production', ['jobs:write'])
    const program = new Customer(url, { authorization: `Bearer ${secret}` })
    await speakAs(customer, customer, 'One by a session.', 'joe')
    await speakAs(customer, program, 'Two by a key.', 'slt')
    await speakAs(customer, program, 'Three by a key.', 'slt')
    const { page, complaints } = await openScreen('/account', { customer, ...size })
    const keys = (await customer.get('/api/keys')).body as { id: string; name: string }[]
    const names = Object.fromEntries(keys.map(({ id, name }) => [id, name]))
    const shownEqualsApi = async () => {
      const usage = await usageOf(customer)
      expect(figuresOf(await shownUsage(page))).toEqual(expectedUsage(usage, 100, names))
      return usage
    }
    await page.getByText('Production', { exact: true }).first().waitFor()
    const before = await shownEqualsApi()
    expect(before).toMatchObject({
      apiCallsUsed: 3,
      voices: [
        { voiceId: 'slt', calls: 2 },
        { voiceId: 'joe', calls: 1 },
      ],
    })

    await speakAs(customer, program, 'Four, while somebody looks.', 'joe')
    await eventually(
      'the fourth is shown',
      async () => (await shownEqualsApi()).voices[0]?.calls === 2 && (await shownUsage(page)).used === 4,
    )
    expect((await shownUsage(page)).warning).toBeUndefined()
    expect(complaints).toEqual([])
  })

  test('the CSV has the days of the API, and the server’s own name', async () => {
    const customer = await Customer.signUp(url)
    await speakAs(customer, customer, 'Counted in a file.', 'joe')
    const { page, complaints } = await openScreen('/account', { customer, ...size })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const download = await saved
    const [{ days }, api] = [await usageOf(customer), await customer.get('/api/usage?format=csv')]
    expect(api.headers.get('content-disposition')).toContain(`"${download.suggestedFilename()}"`)
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toBe(api.body)
    const sums = new Map<string, number>()
    for (const line of text.trim().split('\r\n').slice(1)) {
      const [day = '', , , calls] = line.split(',')
      sums.set(day, (sums.get(day) ?? 0) + Number(calls))
    }
    const withCalls = days.filter(({ calls }) => calls > 0)
    expect(withCalls).toHaveLength(1)
    expect([...sums]).toEqual(withCalls.map(({ day, calls }) => [day, calls]))
    expect(complaints).toEqual([])
  })

  test('the spending limit is changed by keyboard alone: refused at its field, taken, and back to the plan’s price', async () => {
    const customer = await signUpWithCalls(url, 'starter', 10)
    const { page, complaints } = await openScreen('/account', { customer, ...size })
    const change = page.getByRole('button', { name: 'Change spending limit' })
    await change.waitFor()
    await tabTo(page, 'Change spending limit')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Spending limit' })
    await eventually('the focus is on the first field', () => hasFocus(dialog.getByLabel('Limit')))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('10001')
    await page.keyboard.press('Enter')
    await dialog.getByText('dollars must be between 0 and 10,000').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('12.5')
    await page.keyboard.press('Enter')
    await page.getByText('Spending limit changed').first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await hasFocus(change)).toBe(true)
    expect(await usageOf(customer)).toMatchObject({ spendingLimit: 12.5 })
    await eventually('it is shown', async () => (await shownUsage(page)).spendingLimit === '$12.50')

    await page.keyboard.press('Enter')
    await eventually('the focus is on the first field', () => hasFocus(dialog.getByLabel('Limit')))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await usageOf(customer)).toMatchObject({ spendingLimit: 39 })
    await eventually('it is shown', async () => (await shownUsage(page)).spendingLimit === '$39')
    await page.getByText('· the plan’s price').waitFor()

    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
  })
})

const hasFocus = async (what: Locator) => (await what.and(what.page().locator(':focus')).count()) > 0

const dayOf = (instant: string) =>
  new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(instant))

describe('equals the API', () => {
  test.each<[string, TierName, number, number | 'Unlimited', 80 | 100 | null, (end: string) => string | undefined]>([
    [
      'in overage',
      'starter',
      5_250,
      5_000,
      100,
      () => 'All 5,000 calls of this month are used. Each further one costs $0.04.',
    ],
    ['without a limit', 'enterprise', 42, 'Unlimited', null, () => undefined],
  ])('%s', async (_state, tier, used, limit, warning, sentence) => {
    const customer = await signUpWithCalls(url, tier, used)
    const { page, complaints } = await openScreen('/account', { customer })
    const usage = await usageOf(customer)
    expect(usage.warning).toBe(warning)
    const words = sentence(dayOf(usage.periodEnd))
    if (words) await page.getByText(words).waitFor()
    const shown = await shownUsage(page)
    expect(shown.warning).toBe(words)
    expect(figuresOf(shown)).toEqual(expectedUsage(usage, limit))
    expect(complaints).toEqual([])
  })
})

describe.each([
  ['of a new account', 'free', 0],
  ['of one with calls', 'starter', 10],
  ['of one with a warning', 'free', 85],
] as const)('the usage %s', (_who, tier, used) => {
  test.each([
    { width: 1280, height: 800 },
    { width: 412, height: 900 },
  ])('comes late at $width px and moves nothing', async (viewport) => {
    const customer = await signUpWithCalls(url, tier, used)
    const { page } = await openPage({ customer, viewport })
    await watchShifts(page)
    await page.route(/\/api\/(usage|plans|keys|referrals)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await page.goto('/account')
    await shownUsage(page)
    await eventually('all is there', async () => (await page.locator('[aria-busy=true]').count()) === 0)
    await expectNoShift(page)
  })
})

const program = ['jobs:write' as const]
const newAccount = () => Customer.signUp(url)
async function busyAccount(): Promise<Customer> {
  const [customer, operator] = [await signUpWithCalls(url, 'creator', 10), await testOperator()]
  for (const name of ['Production', 'Podcast build', 'Usage report'])
    await operator.createKey(customer.email, name, program)
  return customer
}

describe.each([
  ['new', newAccount],
  ['busy', busyAccount],
] as const)('the account of a %s customer', (_who, open) => {
  test.each([
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ])('is scrolled at $width px before its answers come, which move nothing', async (viewport) => {
    const customer = await open()
    const { page } = await openPage({ customer, viewport })
    await watchShifts(page)
    let answer = () => {}
    let due = Promise.resolve()
    await page.route(/\/api\/(?!events|auth\/me)/, async (route) => {
      await due
      await route.continue()
    })
    for (const px of [500, 1_200, 1_900, 2_600, 3_300]) {
      due = new Promise((resolve) => {
        answer = resolve
      })
      await page.goto('/account')
      await page.locator('#delete').waitFor({ state: 'attached' })
      await page.mouse.move(viewport.width / 2, viewport.height / 2)
      await page.mouse.wheel(0, px)
      await eventually('it is scrolled as far as there is something', () =>
        page.evaluate<boolean>(`scrollY + 1 >= Math.min(${px}, document.documentElement.scrollHeight - innerHeight)`),
      )
      answer()
      await page.locator('#delete').waitFor()
      await eventually('all is there', async () => (await page.locator('[aria-busy=true]').count()) === 0)
      await expectNoShift(page)
    }
  })
})

test('an answer that hangs hides the parts below it neither for ever, nor from an address that names one', async () => {
  const { page } = await openPage({ customer: await newAccount() })
  await page.route('**/api/billing/invoices*', () => {})
  const isWaiting = async () => (await page.locator('#invoices [aria-busy=true]').count()) === 1
  await page.goto('/account#webhook')
  await eventually('the part is in the window', async () => {
    const box = await page.locator('#webhook').boundingBox()
    return box !== null && box.y >= 0 && box.y < 400
  })
  expect(await isWaiting()).toBe(true)
  await page.goto('/account')
  await page.locator('#delete').waitFor()
  expect(await isWaiting()).toBe(true)
})

test('in forced colours the usage and the milestones are seen: meter, notch and bars', async () => {
  const customer = await Customer.signUp(url)
  await speakAs(customer, customer, 'Seen by its edges.', 'joe')
  const counter = await browser().newPage()
  const { page } = await openScreen('/account', { customer, forcedColors: 'active', reducedMotion: 'reduce' })
  expect(await strikingPixels(counter, page.getByRole('meter'))).toBeGreaterThan(400)
  const bar = page.getByRole('group', { name: 'Calls per day, in UTC' }).getByRole('img', { name: /1 call$/ })
  expect(await strikingPixels(counter, bar)).toBeGreaterThan(100)
  expect(await strikingPixels(counter, page.getByRole('list', { name: 'Milestones' }))).toBeGreaterThan(1_000)
  await counter.close()
})
