import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { tabUntil } from './support/keyboard.ts'

const { openPage, url } = useScreens()

const spokenMs = 120_000

test('a day by keyboard alone: a job is made, found, opened, chosen, compared, deleted and called back, and its filters are kept', async () => {
  const customer = await Customer.signUp(url)
  const word = `harbour${randomUUID().slice(0, 6)}`
  const [old, fresh] = [`The ${word} is quiet.`, `The ${word} is not quiet any more.`]
  const oldId = jobIdOf(await customer.speak(old))
  expect((await customer.finished(oldId)).status).toBe('completed')

  const { page, complaints } = await openPage({ customer })
  const { keyboard } = page
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const focused = (what: string, isFocused: string) =>
    eventually(`${what} has the focus`, () => page.evaluate<boolean>(isFocused))
  const rowFocused = (text: string) =>
    focused(`the row “${text}”`, `document.activeElement?.textContent === ${JSON.stringify(text)}`)
  const palette = page.getByRole('combobox', { name: 'Search and commands' })
  const command = async (typed: string) => {
    await keyboard.press('Control+k')
    await focused('the palette', 'document.activeElement?.role === "combobox"')
    await keyboard.type(typed)
    await page
      .getByRole('option', { selected: true })
      .filter({ hasText: new RegExp(typed, 'i') })
      .waitFor()
    await keyboard.press('Enter')
    await palette.waitFor({ state: 'detached' })
  }
  await page.addInitScript('addEventListener("pointerdown", () => console.error("a pointer was used"), true)')
  await page.goto('/')
  await page.getByText('Live', { exact: true }).waitFor()

  await command('playground')
  await heading('API Playground')
  await tabUntil(page, page.getByLabel('User text'))
  await keyboard.type(fresh)
  await keyboard.press('Control+Enter')
  await page.getByRole('slider', { name: 'Seek' }).waitFor({ timeout: spokenMs })
  await tabUntil(page, page.getByRole('button', { name: 'Play', exact: true }))
  await keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await keyboard.press('Space')

  await keyboard.press('g')
  await keyboard.press('j')
  await heading('Job Queue')
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
  const openerOf = (text: string) => page.getByRole('button', { name: text, exact: true })
  await rowOf(fresh).getByText('Completed').waitFor()
  await tabUntil(page, openerOf(fresh))
  await keyboard.press('ArrowDown')
  await rowFocused(old)
  await keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: /^Job / })
  await panel.getByText(oldId, { exact: true }).first().waitFor()
  await keyboard.press('ArrowUp')
  await panel.getByText(fresh).first().waitFor()
  await keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await rowFocused(fresh)

  await keyboard.press('x')
  await keyboard.press('ArrowDown')
  await keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Chosen jobs' })
  await bar.getByText('2 jobs chosen').waitFor()
  await tabUntil(page, bar.getByRole('link', { name: 'Compare' }))
  await keyboard.press('Enter')
  const takes = page.getByRole('dialog', { name: 'Compare two takes' })
  await takes
    .getByRole('radio', { name: /^Hear A/ })
    .and(page.locator(':checked'))
    .waitFor()
  await keyboard.press('t')
  await takes
    .getByRole('radio', { name: /^Hear B/ })
    .and(page.locator(':checked'))
    .waitFor()
  await tabUntil(page, takes.getByRole('button', { name: 'Play', exact: true }))
  await keyboard.press('Space')
  await takes.getByRole('button', { name: 'Pause' }).waitFor()
  await keyboard.press('Escape')
  await takes.waitFor({ state: 'detached' })

  // Both are chosen still: Escape lets them go, and the older one is chosen alone.
  await bar.getByText('2 jobs chosen').waitFor()
  await tabUntil(page, openerOf(old), 'Shift+Tab')
  await keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await keyboard.press('x')
  await tabUntil(page, bar.getByRole('button', { name: 'Delete 1 job' }))
  await keyboard.press('Enter')
  await rowOf(old).waitFor({ state: 'detached' })
  await rowFocused(fresh)
  await keyboard.press('F8')
  await tabUntil(page, page.getByRole('button', { name: 'Undo' }))
  await keyboard.press('Enter')
  await rowOf(old).waitFor()
  expect((await customer.job(oldId)).userText).toBe(old)
  // Back in the table, from where the next key is pressed.
  await rowFocused(fresh)

  await keyboard.press('/')
  await focused('the search', 'document.activeElement?.getAttribute("aria-label") === "Search jobs"')
  await keyboard.type('not quiet')
  await rowOf(old).waitFor({ state: 'detached' })
  await tabUntil(page, page.getByRole('button', { name: 'Save filters' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Save these filters' }).waitFor()
  await focused('the name', 'document.activeElement?.value === "not quiet"')
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('Loud ones')
  await keyboard.press('Enter')
  const saved = page.getByRole('list', { name: 'Saved filters' }).getByRole('link', { name: 'Loud ones' })
  await saved.waitFor()
  await tabUntil(page, page.getByRole('searchbox', { name: 'Search jobs' }))
  await keyboard.press('ControlOrMeta+A')
  await keyboard.press('Delete')
  await rowOf(old).waitFor()
  await page.waitForURL(({ search }) => search === '')
  await tabUntil(page, saved)
  await keyboard.press('Enter')
  await page.waitForURL('**/jobs?q=not+quiet')
  await rowOf(old).waitFor({ state: 'detached' })
  await rowOf(fresh).waitFor()
  // By the palette too, from another screen.
  await keyboard.press('g')
  await keyboard.press('d')
  await heading('Dashboard')
  await command('Loud ones')
  await page.waitForURL('**/jobs?q=not+quiet')

  await keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const does of ['Job Queue', 'Choose the row', 'Hear the other take, at the same place'])
    await keys.getByText(does, { exact: true }).first().waitFor()
  await keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
