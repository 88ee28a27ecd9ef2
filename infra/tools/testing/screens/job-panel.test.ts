import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { standingBox } from './support/standing-box.ts'

const { openPage, openScreen, url } = useScreens()
const texts = ['The first of two.', 'The second of two.'].map((text) => `${text} ${randomUUID().slice(0, 6)}`)

const customer = await Customer.signUp(url)
const completedId = jobIdOf(await customer.speak(texts[0]!, { language: 'en-US', textNormalization: 'off' }))
const failedId = jobIdOf(await customer.speak(texts[1]!, { voiceId: 'nobody-knows-me' }))
await Promise.all([customer.finished(completedId), customer.finished(failedId)])

const panel = (page: Page) => page.getByRole('dialog')

test('by keyboard alone a row opens, its neighbour follows, and the focus returns to the row that was shown last', async () => {
  const { page, complaints } = await openScreen('/jobs', { customer })
  await page.getByText(texts[1]!).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByText(failedId).waitFor()
  await page.waitForURL(`**/jobs?job=${failedId}`)
  // On nothing that acts.
  expect(await page.evaluate('document.activeElement?.getAttribute("role")')).toBe('dialog')
  await page.keyboard.press('ArrowDown')
  await panel(page).getByText(completedId).waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate('document.activeElement?.textContent')).toBe(texts[0])
  expect(complaints).toEqual([])
})

test('Back closes it, and so do its button and the table behind it', async () => {
  const { page } = await openScreen('/', { customer })
  const open = async () => {
    await page.getByRole('row').filter({ hasText: texts[0]! }).getByText('Completed').click()
    await panel(page).getByText('Timeline').waitFor()
  }
  const closed = () => panel(page).waitFor({ state: 'detached' })
  await open()
  await page.goBack()
  await closed()
  await open()
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await closed()
  await open()
  await page.mouse.click(100, 400)
  await closed()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a completed job is heard in it, its stages are named, how its text was read, and who has spoken it', async () => {
  const { page } = await openScreen(`/jobs?job=${completedId}`, { customer })
  const { voiceUsed, provider } = await customer.job(completedId)
  for (const fact of ['English (US)', 'Spoken as written', `${voiceUsed} · ${provider}`])
    await panel(page).getByText(fact).waitFor()
  await panel(page).getByRole('button', { name: 'Play' }).click()
  await eventually('the sound plays', () =>
    page.evaluate<boolean>(`(document.querySelector('[role=dialog] audio')?.currentTime ?? 0) > 0.2`),
  )
  const stages = await panel(page).getByRole('listitem').allTextContents()
  expect(stages.map((text) => text.split(' ', 1)[0])).toEqual(['Waiting', 'Chat', 'Speech', 'Storing', 'Delivery'])
})

test('a running job moves in it to its end', async () => {
  const { page } = await openPage({ customer })
  const id = jobIdOf(await customer.speak('It is spoken while somebody looks on. And then it can be heard.'))
  await page.goto(`/jobs?job=${id}`)
  await panel(page).getByRole('slider', { name: 'Seek' }).waitFor()
  await panel(page).getByRole('link', { name: 'Download' }).waitFor()
  expect(await panel(page).getByRole('button', { name: 'Cancel job' }).count()).toBe(0)
})

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  test.each([1280, 375, 320])('axe finds nothing at %i px', async (width) => {
    const { page } = await openPage({ customer, viewport: { width, height: 800 }, ignore: /404/ })
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    for (const [id, word] of [
      [completedId, 'Timeline'],
      [failedId, 'Timeline'],
      [randomUUID(), 'Job not found'],
    ] as const) {
      await page.goto(`/jobs?job=${id}`)
      await panel(page).getByText(word).waitFor()
      expect((await standingBox(panel(page))).width).toBe(Math.min(width, 480))
      expect(await axeFindings(page)).toEqual([])
    }
  })
})
