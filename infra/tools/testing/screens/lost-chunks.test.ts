import { Customer } from '@utter/testing/customers/customer'
import { phone, useScreens } from '@utter/testing/customers/screens'
import { expect, test } from 'vitest'
import { countLoads, testLostChunks } from './support/lost-chunks.ts'

const { openPage, url, visitOf } = useScreens()

const customer = await Customer.signUp(url)

const openPhone = () => visitOf({ customer, viewport: phone.viewport })

// A chunk of each screen, which no other before it fetches. `long/lost-chunks.test.ts` loses every one.
testLostChunks((wanted) => {
  const seen = new Set<string>()
  return [...wanted.values()].flatMap((names) => {
    const own = [...names].filter((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    return own.slice(0, 1)
  })
})

test('without its entry the page says so, and offers to load it again', async () => {
  await using visit = await openPhone()
  const page = await visit.newPage()
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByText('Utter could not be loaded').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

test('for a dialog whose code is lost the page is loaded again, once; after that a toast says so, and offers it', async () => {
  const { page } = await openPage({ customer })
  const loads = countLoads(page)
  const newKey = page.getByRole('button', { name: 'New key' })
  await page.route('**/assets/new-key-dialog-*.js', (route) => route.abort())
  await page.goto('/account')
  const isLoadedAgain = page.waitForEvent('load')
  await newKey.click()
  await isLoadedAgain
  for (const _ of ['a click', 'another']) {
    await newKey.click()
    await page.getByText('The dialog could not be loaded', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  }
  expect(loads()).toBe(2)
  await newKey.click()
  await page.unrouteAll()
  const isLoadedByHand = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await isLoadedByHand
  await newKey.click()
  await page.getByRole('dialog').waitFor()
})

test('a toast whose code is lost takes nothing else with it: no screen, and no click on its way', async () => {
  const { page } = await openPage({ customer: await Customer.signUp(url) })
  const loads = countLoads(page)
  const isLost = page.waitForEvent('requestfailed', (request) => /toaster-.*\.js$/.test(request.url()))
  await page.route('**/assets/toaster-*.js', (route) => route.abort())
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: 'Log In' }).waitFor()
  await isLost
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('No jobs yet').waitFor()
  expect(loads()).toBe(1)
})
