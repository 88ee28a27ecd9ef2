import { Customer } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { setHidden, type Visit } from '@utter/testing/customers/visit'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

const { url, visitOf } = useScreens()
let customer: Customer
let visit: Visit
/** Streams that are open, by their paths. */
let streams: string[]

beforeEach(async () => {
  customer = await Customer.signUp(url)
  visit = await visitOf({ customer })
  streams = []
  visit.context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams.push(pathOf(request.url()))
  })
  visit.context.on('requestfinished', (request) => close(request.url()))
  visit.context.on('requestfailed', (request) => close(request.url()))
  return () => visit[Symbol.asyncDispose]()
})

const pathOf = (address: string) => new URL(address).pathname
function close(address: string): void {
  const at = streams.indexOf(pathOf(address))
  if (at >= 0) streams.splice(at, 1)
}

async function openTabs(count: number, path = '/'): Promise<Page[]> {
  const pages: Page[] = []
  for (let i = 0; i < count; i++) {
    const page = await visit.newPage()
    // A page that is closed reports nothing of its requests any more.
    page.on('request', (request) => {
      if (request.resourceType() === 'eventsource') page.once('close', () => close(request.url()))
    })
    await page.goto(path)
    pages.push(page)
  }
  return pages
}
const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor()

test('eight tabs are live by one stream, and a new job appears in each', async () => {
  const pages = await openTabs(8)
  await Promise.all(pages.map(isLive))
  expect(streams).toEqual(['/api/events'])
  await customer.speak('Heard in every tab.')
  await Promise.all(
    pages.map((page) =>
      page.getByRole('row').filter({ hasText: 'Heard in every tab.' }).getByText('Completed').waitFor(),
    ),
  )
  expect(visit.complaints).toEqual([])
})

test('the stream is handed on when its tab is hidden or closed', async () => {
  const [first, second, third] = (await openTabs(3)) as [Page, Page, Page]
  await Promise.all([first, second, third].map(isLive))
  await setHidden(first, true)
  await setHidden(third, true)
  await customer.speak('After the first was hidden.')
  await second.getByText('After the first was hidden.').waitFor()
  await first.getByText('After the first was hidden.').waitFor({ state: 'attached' })
  await setHidden(third, false)
  await second.close()
  await customer.speak('After the second was closed.')
  await third.getByText('After the second was closed.').waitFor()
  await first.getByText('After the second was closed.').waitFor({ state: 'attached' })
  expect(streams).toEqual(['/api/events'])
})

test('once all tabs have been hidden for a minute there is no stream, and one that is shown again misses nothing', async () => {
  const [page] = (await openTabs(1)) as [Page]
  await isLive(page)
  await page.clock.install()
  await setHidden(page, true)
  await page.clock.runFor(61_000)
  await eventually('the stream is closed', () => streams.length === 0)
  await customer.speak('While nobody looked.')
  await setHidden(page, false)
  await page.getByText('While nobody looked.').waitFor()
  expect(streams).toEqual(['/api/events'])
})

test('a running job has a stream of its own in three tabs at most, and the fourth follows it all the same', async () => {
  const text = 'A text that is long enough to be watched. '.repeat(15)
  const jobId = ((await customer.speak(text)).body as { jobId: string }).jobId
  const pages = await openTabs(4, `/test?job=${jobId}`)
  await eventually('three own streams and the account’s', () => streams.length === 4)
  expect(streams.sort()).toEqual(['/api/events', ...Array(3).fill(`/api/events/${jobId}`)])
  await Promise.all(pages.map((page) => page.getByRole('slider', { name: 'Seek' }).waitFor()))
})

test('log-out, log-in and the theme reach the other tabs', async () => {
  const [here, there] = (await openTabs(2)) as [Page, Page]
  const name = customer.user?.username ?? ''
  await there.getByText(name, { exact: true }).waitFor()
  await here.getByRole('button', { name: 'Switch to light theme' }).click()
  await there.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  expect(await there.locator('meta[name="theme-color"]').getAttribute('content')).toBe('#f7f9f9')
  await here.getByRole('button', { name: 'Log Out' }).click()
  await there.getByRole('main').getByRole('link', { name: 'Log In' }).waitFor()
  expect(await there.getByText(name, { exact: true }).count()).toBe(0)
  await here.getByLabel('Email').fill(customer.email)
  await here.getByLabel('Password').fill('a long password')
  await here.getByRole('button', { name: 'Log In', exact: true }).click()
  await there.getByText(name, { exact: true }).waitFor()
})

test('a session that ended elsewhere: a submit says so, keeps the text and leads to the login and back', async () => {
  // A request in flight at the log-out would be refused before the submit is, and the page would offer to log in at once.
  const opened = visit.context.waitForEvent('response', (response) => pathOf(response.url()) === '/api/events')
  const [page] = (await openTabs(1, '/test')) as [Page]
  await page.getByLabel('User text').fill('Not lost')
  await page.getByText(customer.user?.username ?? '', { exact: true }).waitFor()
  await opened
  // While the request is on its way: a busy page would notice the end by its stream before the button is pressed.
  await page.route(/\/api\/(?:tts|reply)$/, async (route) => {
    await customer.post('/api/auth/logout', undefined)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await page.getByText('Not logged in', { exact: true }).first().waitFor()
  await page
    .getByRole('region', { name: /^Notifications \(/ })
    .getByRole('link', { name: 'Log in' })
    .click()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill('a long password')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL('**/test')
  expect(await page.getByLabel('User text').inputValue()).toBe('Not lost')
})
