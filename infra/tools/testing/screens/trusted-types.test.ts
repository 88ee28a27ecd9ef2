import { Customer } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

const { openPage, url } = useScreens()
const customer = await Customer.signUp(url)
await customer.speak('A job for the lists.')

/** Each way by which a text could become markup or code, as a script of the page; a way that was let through is in the answer. */
const ways = {
  markup: 'document.createElement("div").innerHTML = "<b>text</b>"',
  inserted: 'document.createElement("div").insertAdjacentHTML("beforeend", "<b>text</b>")',
  frame: 'document.createElement("iframe").srcdoc = "<b>text</b>"',
  script: 'document.createElement("script").src = "/docs.js"',
  policy: 'trustedTypes.createPolicy("own", {})',
}
const letThrough = (page: Page) =>
  page.evaluate<string[]>(
    `[${Object.entries(ways)
      .map(([name, way]) => `['${name}', () => { ${way} }]`)
      .join()}].flatMap(([name, way]) => { try { way(); return [name] } catch { return [] } })`,
  )

test('no screen makes markup or code of a text, lazy parts, dialogs and the page of the API among them', async () => {
  const { page, complaints } = await openPage({ customer, ignore: /TrustedHTML|TrustedScript|trusted-types/ })
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (violation: string) => void violations.push(violation))
  await page.addInitScript(`document.addEventListener('securitypolicyviolation',
    ({ violatedDirective, sample, sourceFile }) => noteViolation([location.pathname, violatedDirective, sample, sourceFile].join(' ')))`)
  for (const path of ['/', '/jobs', '/test', '/chatbot', '/pricing', '/guide', '/account']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('A key')
  await page.keyboard.press('Escape')
  expect(violations).toEqual([])
  expect(await letThrough(page)).toEqual([])

  await page.goto('/docs')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(violations.filter((violation) => violation.startsWith('/docs'))).toEqual([])
  expect(await letThrough(page)).toEqual([])
  expect(complaints).toEqual([])
})
