import type { Settings } from '@utter/contracts/http/account/settings'
import { Customer } from '@utter/testing/customers/customer'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const { openScreen, url } = useScreens()

const linesOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('definition')
    .evaluateAll((all) => all.map((value) => [value.previousElementSibling?.textContent, value.textContent]))

describe.each(sizes)('at $name px', ({ size }) => {
  test('the signed-in see each line as the API answers it, and nothing that uncovers one', async () => {
    const customer = await Customer.signUp(url)
    const settings = await eventually('every process has written its lines', async () => {
      const body = (await customer.get('/api/settings')).body as Settings
      return !JSON.stringify(body).includes('Not available') && body
    })
    const { page, complaints } = await openScreen('/settings', { customer, ...size })
    await page.getByText(settings.chatModel, { exact: true }).waitFor()
    expect(await linesOf(page)).toEqual([
      ...settings.credentials.map(({ name, value }) => [name, value]),
      ['Chat model', settings.chatModel],
      ['Max completion tokens', '300'],
      ['Speech model', settings.speechModel],
      ['Output format', 'mp3_48000_128 48 kHz, 128 kbps'],
    ])
    expect(await page.getByRole('main').locator('button, input, a').count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
  })
})
