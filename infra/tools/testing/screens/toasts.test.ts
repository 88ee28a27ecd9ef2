import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { phone, useScreens } from '@utter/testing/customers/screens'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { standingBox } from './support/standing-box.ts'

const { openPage, url } = useScreens()
const customer = await Customer.signUp(url)
const ids = await Promise.all(
  ['One.', 'Two.', 'Three.'].map(async (text) => jobIdOf(await customer.speak(`${text} It is spoken to be covered.`))),
)
await Promise.all(ids.map((id) => customer.finished(id)))

/** Controls that can be seen, and of which the toast has a part; undefined while there is no toast. */
const covered = (page: Page) =>
  page.evaluate<string[] | undefined>(`(() => {
    const toast = document.querySelector('[aria-label^="Notifications ("] li')
    if (!toast) return undefined
    const box = toast.getBoundingClientRect()
    const outside = [...document.querySelectorAll('button, a[href], input, select, textarea, [role=slider]')].filter((control) => !toast.contains(control) && control.checkVisibility({ visibilityProperty: true }))
    return outside.filter((control) => {
      const { left, top, right, bottom, width } = control.getBoundingClientRect()
      if (width <= 1 || right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom) return false
      // Behind a dialog nothing can be pressed.
      const dialogs = document.querySelectorAll('[role=dialog]')
      return dialogs.length === 0 || dialogs[dialogs.length - 1].contains(control)
    }).map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })()`)

/** Copying an id shows a toast on every screen. */
const copy = (page: Page) => page.getByRole('button', { name: /^Copy/ }).first().click()

const states: [name: string, path: string, reach: (page: Page) => Promise<unknown>][] = [
  ['the Dashboard', '/', copy],
  ['the queue', '/jobs', copy],
  [
    'a job',
    `/jobs?job=${ids[0]}`,
    (page) => page.getByRole('dialog').getByRole('button', { name: 'Copy job ID' }).click(),
  ],
  ['the Playground', `/test?job=${ids[0]}`, copy],
  ['the guide', '/guide', copy],
  [
    'a dialog above a job',
    `/jobs?job=${ids[0]}`,
    async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Copy job ID' }).click()
      await page.getByRole('button', { name: 'Retry', exact: true }).click()
      await page.getByRole('button', { name: 'Retry job' }).waitFor()
    },
  ],
]

describe.each([
  ['1280 x 800', { width: 1280, height: 800 }],
  ['a phone', phone.viewport],
] as const)('on %s', (_name, viewport) => {
  test.each(states)('at %s a toast covers no control, and stays in the window', async (_state, path, reach) => {
    const { page } = await openPage({ customer, viewport, ignore: /./ })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(path)
    await reach(page)
    const toast = page.locator('[aria-label^="Notifications ("] li')
    await toast.waitFor()
    await page.mouse.move(2, 2)
    const { x, y, width, height } = await standingBox(toast)
    expect(await covered(page)).toEqual([])
    expect([x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height]).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
})

test('a job that is opened while a toast tells of it needs no toast; one that ends elsewhere has the way to it', async () => {
  const { page } = await openPage({ customer })
  await page.goto('/test')
  await page.getByLabel('User text').fill(`What was asked for is told elsewhere too, ${Date.now()}.`)
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await page.waitForURL('**/test?job=*')
  await page.getByRole('link', { name: 'User Guide' }).click()
  await page.getByRole('heading', { name: 'User Guide' }).waitFor()
  const toast = page.locator('[aria-label^="Notifications ("] li')
  await toast.filter({ hasText: 'Audio is ready' }).waitFor()
  await toast.getByRole('link', { name: 'Open job' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Download' }).waitFor()
  await toast.waitFor({ state: 'detached' })
})
