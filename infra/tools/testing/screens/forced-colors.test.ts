import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import type { Visit } from '@utter/testing/customers/visit'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strikingPixels } from './support/visible-pixels.ts'

const { browser, url, visitOf } = useScreens()
let customer: Customer
let jobId: string
let visit: Visit
let page: Page
let counter: Page

beforeAll(async () => {
  counter = await browser().newPage()
  customer = await Customer.signUp(url)
  jobId = jobIdOf(await customer.speak('Seen by its edges alone.'))
  await customer.finished(jobId)
  visit = await visitOf({ customer, forcedColors: 'active', reducedMotion: 'reduce' })
  page = await visit.newPage()
})
afterAll(async () => {
  await visit?.[Symbol.asyncDispose]()
})

const striking = (what: Locator) => strikingPixels(counter, what)

describe('in forced colours', () => {
  test('sliders, the switch on and off, the wave and the chosen voice are seen', async () => {
    await page.goto(`/test?job=${jobId}`)
    await page.getByRole('slider', { name: 'Seek' }).waitFor()
    expect(await striking(page.getByRole('slider', { name: 'Stability' }))).toBeGreaterThan(200)
    expect(await striking(page.getByRole('slider', { name: 'Seek' }))).toBeGreaterThan(400)
    // On an id that is in no list every setting may act.
    await page.getByLabel('Voice ID').fill('of-mine')
    const track = page.locator('label:has([role=switch]) > span').last()
    expect(await striking(track)).toBeGreaterThan(60)
    await page.getByText('Speaker boost').click()
    expect(await striking(track)).toBeGreaterThan(60)
    await page.getByLabel('Voice ID').fill('default')
    const card = (isChosen: boolean) =>
      page.locator(`fieldset div:has(> label > input${isChosen ? ':checked' : ':not(:checked)'})`)
    const [chosen, other] = await Promise.all([outlineOf(card(true).first()), outlineOf(card(false).first())])
    expect([chosen, other]).toEqual(['2px solid', 'none'])
  })

  test('progress, the pulse and the current link are seen', async () => {
    await page.goto('/')
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await striking(page.getByRole('progressbar').first())).toBeGreaterThan(60)
    expect(await striking(page.getByText('Live', { exact: true }).locator('span').first())).toBeGreaterThan(20)
    const links = page.getByRole('navigation').getByRole('link')
    expect(await outlineOf(links.nth(0))).toBe('1px solid')
    expect(await outlineOf(links.nth(1))).toBe('none')
  })

  test('the present plan, badges, chosen scopes, the edge of a dialog and a warning are seen', async () => {
    await page.goto('/pricing')
    const card = (name: string) => page.getByRole('region', { name: `${name} plan` })
    await page.getByRole('button', { name: 'Current plan' }).waitFor()
    expect([await outlineOf(card('Free')), await outlineOf(card('Pro'))]).toEqual(['2px solid', 'none'])

    await page.goto('/account')
    const badge = page.getByRole('region', { name: 'Subscription', exact: true }).getByText('Active', { exact: true })
    await badge.waitFor()
    expect(await striking(badge)).toBeGreaterThan(60)
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New key' })
    const [chosen, other] = [dialog.getByLabel('jobs:write'), dialog.getByLabel('usage:read')]
    await chosen.waitFor()
    for (const box of [chosen, other]) expect(await striking(box)).toBeGreaterThan(20)
    expect((await chosen.screenshot()).equals(await other.screenshot())).toBe(false)
    expect(await striking(dialog)).toBeGreaterThan(2_000)
    await page.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Name is required').waitFor()
    expect(await striking(dialog.getByText('Name is required'))).toBeGreaterThan(60)
    await page.keyboard.press('Escape')
  })

  test('the line of the palette that Enter would take is seen', async () => {
    await page.goto('/terms')
    await page.getByRole('button', { name: 'Search and commands' }).click()
    const options = page.getByRole('option')
    await options.first().waitFor()
    expect(await outlineOf(options.nth(0))).toBe('2px solid')
    expect(await outlineOf(options.nth(1))).toBe('none')
    // The ring is around the whole line, and in a striking colour.
    expect((await striking(options.nth(0))) - (await striking(options.nth(2)))).toBeGreaterThan(800)
  })
})

interface Browsing {
  getComputedStyle: (element: unknown) => { outlineStyle: string; outlineWidth: string }
}

/** '2px solid', or 'none'. */
const outlineOf = (what: Locator): Promise<string> =>
  what.evaluate((element) => {
    const { outlineStyle, outlineWidth } = (globalThis as unknown as Browsing).getComputedStyle(element)
    return outlineStyle === 'none' ? outlineStyle : `${outlineWidth} ${outlineStyle}`
  })
