import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jobAt, serveJobs } from './support/served-jobs.ts'

const { openPage, openScreen, url } = useScreens()

const customer = await Customer.signUp(url)

const heading = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor()

describe('an account of 100,000 jobs', () => {
  test('is searched beyond them by the server', async () => {
    const { page } = await openPage({ customer })
    await serveJobs(page, 100_000)
    await page.goto('/jobs?q=number%2077777')
    await page.getByText('No jobs found').waitFor()
    await page.getByRole('button', { name: 'Search older jobs' }).click()
    await page.getByText(jobAt(77_777).userText).waitFor()
    await heading(page, 'Jobs 1')
  })
})

test('the rows in sight stay where they are when a job comes in above them; at the top it appears', async () => {
  const { page } = await openPage({ customer })
  const served = await serveJobs(page, 300)
  await page.goto('/jobs')
  await heading(page, 'Jobs 300')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate('scrollTo(0, 4000)')
  const seen = page.getByText(jobAt(80).userText, { exact: true })
  const before = await seen.boundingBox()

  // The event of a real job has the list read again.
  const text = `In sight ${randomUUID().slice(0, 6)}`
  const answer = await customer.speak(text)
  served.newest.push({ ...jobAt(0), id: jobIdOf(answer), userText: text, createdAt: new Date().toISOString() })
  await heading(page, 'Jobs 301')
  await eventually('the rows stand still', async () => (await seen.boundingBox())?.y === before?.y)
  await page.evaluate('scrollTo(0, 0)')
  await page.getByText(text).waitFor()
})

test('a link to a job shows its row, and moves nothing when that is in sight', async () => {
  const { page } = await openPage({ customer, viewport: { width: 1280, height: 600 } })
  await serveJobs(page, 300)
  for (const { index, isInSight } of [
    { index: 1, isInSight: true },
    { index: 200, isInSight: false },
  ]) {
    await page.goto(`/jobs?job=${jobAt(index).id}`)
    await page.getByRole('dialog').waitFor()
    await eventually('its row is in sight', async () => {
      const row = await page.locator(`[data-job="${jobAt(index).id}"]`).boundingBox()
      return row !== null && row.y >= 72 && row.y + row.height <= 600
    })
    const scrollY = await page.evaluate<number>('scrollY')
    expect(scrollY === 0).toBe(isInSight)
  }
})

test('a job that is submitted elsewhere comes in on top, ends, plays and can be saved', async () => {
  const { page, complaints } = await openScreen('/jobs', { customer })
  await page.getByText('Live', { exact: true }).waitFor()
  const text = `What are polite ways to decline ${randomUUID().slice(0, 6)}?`
  await customer.speak(text)
  const row = page.getByRole('row').filter({ hasText: text })
  await row.getByText('Completed').waitFor()
  await row.getByRole('button', { name: 'Play' }).click()
  await row.getByRole('button', { name: 'Pause' }).waitFor()
  await row.getByRole('button', { name: 'Play' }).waitFor()
  const saved = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.mp3$/)
  expect(complaints).toEqual([])
})

test('filters stand in the address, are there after a reload, and typing leaves one step of the history', async () => {
  const { page } = await openPage({ customer })
  await serveJobs(page, 50)
  await page.goto('/')
  await page.getByRole('link', { name: 'Job Queue' }).click()
  await heading(page, 'Jobs 50')
  await page.getByPlaceholder('Search jobs...').pressSequentially('number 1', { delay: 20 })
  await page.getByLabel('Filter by status').selectOption('Failed')
  await page.waitForURL('**/jobs?q=number+1&status=failed')
  await page.reload()
  await heading(page, 'Jobs 2')
  await page.goBack()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  test.each([1280, 375, 320])('axe finds nothing at %i px, and nothing scrolls sideways', async (width) => {
    const { page } = await openPage({ customer, viewport: { width, height: 800 } })
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await serveJobs(page, 150)
    for (const path of ['/jobs', '/jobs?q=narwhal', '/']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
  })
})

test('in forced colours the progress of a job is drawn in the colours of the system', async () => {
  const { page } = await openPage({ customer, forcedColors: 'active' })
  await serveJobs(page, 5)
  await page.goto('/jobs')
  await page.getByRole('progressbar', { name: 'Progress' }).first().waitFor()
  const [track, fill] = await page.evaluate<[string, string]>(`(() => {
    const bar = document.querySelector('[aria-label=Progress]')
    return [bar, bar.firstElementChild].map((element) => getComputedStyle(element).backgroundColor)
  })()`)
  expect(fill).not.toBe(track)
})
