import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { expect, test } from 'vitest'
import { answerReply } from './support/answered.ts'

const { openPage, url } = useScreens()

const evil = `<img src=x onerror="globalThis.hasRun = true"> <a href="javascript:globalThis.hasRun=true">here</a> javascript:alert(1)`

test('a text of markup and addresses is shown as it was typed, and never runs', async () => {
  const customer = await Customer.signUp(url)
  const id = jobIdOf(await customer.speak(evil))
  await customer.finished(id)
  const { page, complaints } = await openPage({ customer })
  const seen =
    (path: string, within = 'main') =>
    async () => {
      await page.goto(path)
      await page.locator(within).getByText('<img src=x').first().waitFor()
    }
  const answered = async () => {
    await answerReply(page, { aiResponse: evil })
    await page.goto('/chatbot')
    await page.getByPlaceholder('Ask me anything...').fill(evil)
    await page.keyboard.press('Enter')
    await page.getByText('<img src=x').nth(1).waitFor()
  }
  const found = async () => {
    // Above the panel, whose focus it takes.
    await page.keyboard.press('Control+k')
    await page.locator('[role=combobox]:focus').waitFor()
    await page.keyboard.type('img src')
    await page.getByRole('option').getByText('<img src=x').waitFor()
  }
  for (const show of [
    seen('/'),
    seen('/jobs'),
    seen(`/jobs?job=${id}`, '[role=dialog]'),
    found,
    seen(`/test?job=${id}`),
    answered,
  ]) {
    await show()
    expect(await page.locator('[onerror], a[href^="javascript:"], img[src="x"]').count()).toBe(0)
    expect(await page.evaluate('globalThis.hasRun')).toBeUndefined()
  }
  expect(complaints).toEqual([])
})
