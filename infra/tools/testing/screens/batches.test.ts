import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

const { openPage, url } = useScreens()

const spokenMs = 100_000
const csv = 'text,voice\nThe sea is salty.,\n"Boats, all of them, come home.",joe\n,\nThe lamp is lit.,Nobody\n'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

describe.each(sizes)('at $name px', ({ size }) => {
  test('a batch from its file: checked, mended, priced, sent, heard and saved as a zip', async () => {
    const customer = await signUpOnPlan(url, 'starter')
    const { page, complaints } = await openPage({ customer, ...size })
    await page.goto('/batches')
    await page.getByRole('heading', { name: 'No batches yet' }).waitFor()
    await page.getByLabel('File of the batch').setInputFiles({
      ...{ name: 'announcements.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
    })
    await page.getByText('Line 5, voice: No voice is called ‘Nobody’').waitFor()
    await page.getByLabel('List').fill(csv.replace('Nobody', ''))
    const price = page.getByRole('region', { name: 'What it takes' })
    await price.getByText('Nothing').waitFor()
    expect(await price.getByRole('definition').allTextContents()).toEqual(['3', '0', '3', '5,000', 'Nothing'])
    await button(page, 'Send 3 lines').click()

    await page.waitForURL(/\/batches\/[0-9a-f-]{36}$/)
    await page.getByText('3 of 3 lines spoken').first().waitFor({ timeout: spokenMs })
    const download = page.waitForEvent('download')
    await button(page, 'Download all (zip)').click()
    expect((await download).suggestedFilename()).toMatch(/^batch-[0-9a-f-]{36}\.zip$/)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

    await page.goto('/batches')
    await page.getByRole('link', { name: 'The sea is salty.' }).waitFor()
    expect((await customer.get('/api/usage')).body).toMatchObject({ apiCallsUsed: 3 })
    expect(complaints).toEqual([])
  })
})
