import type { WebhookSettings, WebhookTestEvent } from '@utter/contracts/http/webhooks'
import { jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { openWebhookReceiver, type WebhookReceiver } from '@utter/testing/faults/webhook-receiver'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'

const { openScreen, url, visitOf } = useScreens()

const part = (page: Page) => page.locator('#webhook')
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => part(page).getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Reads the secret from its dialog and closes it; afterwards it is nowhere in the page. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await eventually('it has the focus', async () => (await page.locator('textarea[readonly]:focus').count()) === 1)
  // A dismissal must not lose it.
  await page.keyboard.press('Escape')
  await confirm(page, 'Done')
  await dialog(page).waitFor({ state: 'detached' })
  const left = await page.evaluate<string>(`JSON.stringify([
    document.documentElement.outerHTML, [...document.querySelectorAll('input')].map(({ value }) => value),
    { ...localStorage }, { ...sessionStorage },
  ])`)
  expect(left).not.toContain(secret)
  await part(page)
    .getByText(`whsec_…${secret.slice(-4)}`)
    .waitFor()
  return secret
}

/** Sends a test by the card, and waits until the card shows its result. @returns the request, as it was received */
async function sendTest(page: Page, { requests }: WebhookReceiver) {
  const before = requests.length
  await press(page, 'Send test')
  await eventually('the test has arrived', () => requests.length > before)
  await part(page).getByRole('status').getByText('200').waitFor()
  return requests.at(-1)!
}

const verified = (secret: string, { headers, body }: WebhookReceiver['requests'][number]) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

describe.each(sizes)('the webhook at $name px', ({ size }) => {
  test('an address is set, its secret shown once, a test verifies, a job is delivered and listed, the secret rolled, the address removed', async () => {
    await using receiver = await openWebhookReceiver()
    const customer = await signUpOnPlan(url, 'creator')
    const { page, complaints } = await openScreen('/account', { customer, ...size })
    await press(page, 'Set webhook')
    await page.getByLabel('Webhook URL').fill(receiver.url)
    await confirm(page, 'Save')
    const first = await takeSecret(page)
    await part(page).getByText(receiver.url, { exact: true }).waitFor()
    const tested = verified(first, await sendTest(page, receiver)) as WebhookTestEvent
    expect(tested.type).toBe('webhook.test')

    const jobId = jobIdOf(await customer.speak('A webhook follows.'))
    await customer.finished(jobId)
    await eventually('the end of the job has arrived', () =>
      [...receiver.received.values()].some((one) => one.jobId === jobId),
    )
    expect(verified(first, receiver.requests.at(-1)!)).toMatchObject({ type: 'job.completed', data: { jobId } })
    await eventually('it is listed', async () => {
      await page.reload()
      await part(page)
        .getByRole('region', { name: 'Deliveries' })
        .or(part(page).getByText('Nothing was sent'))
        .waitFor()
      return (await part(page).getByRole('listitem').filter({ hasText: 'Delivered' }).count()) === 1
    })

    await press(page, 'Roll secret')
    await confirm(page, 'Roll secret')
    const second = await takeSecret(page)
    expect(second).not.toBe(first)
    // The old one signs along.
    const rolled = await sendTest(page, receiver)
    for (const secret of [first, second]) expect(verified(secret, rolled)).toMatchObject({ type: 'webhook.test' })

    await part(page)
      .getByRole('link', { name: jobId.slice(0, 8) })
      .click()
    await dialog(page).getByText('Webhook attempts').waitFor()
    await dialog(page).getByText('Delivered to the webhook').waitFor()
    await page.goBack()

    await press(page, 'Remove webhook')
    await confirm(page, 'Remove webhook')
    await part(page).getByRole('button', { name: 'Set webhook' }).waitFor()
    expect((await customer.get('/api/settings/webhook')).body as WebhookSettings).toMatchObject({ webhookUrl: null })
    expect(complaints).toEqual([])
  })
})

test('a receiver that answers 410: every tab and browser says so and leads to the card, where it is set again and the delivery resent', async () => {
  await using receiver = await openWebhookReceiver()
  const customer = await signUpOnPlan(url, 'creator')
  const { status } = await customer.request('PUT', '/api/settings/webhook', { body: { webhookUrl: receiver.url } })
  expect(status).toBe(200)
  await using visit = await visitOf({ customer })
  await using elsewhere = await visitOf({ customer })
  const [here, there, far] = [await visit.newPage(), await visit.newPage(), await elsewhere.newPage()]
  await here.goto('/account')
  await part(here).getByText(receiver.url, { exact: true }).waitFor()
  await there.goto('/')
  await far.goto('/jobs')
  await Promise.all([there, far].map((page) => page.getByText('Live', { exact: true }).waitFor()))

  receiver.answers((response) => response.writeHead(410).end())
  const jobId = jobIdOf(await customer.speak('Nobody is there any more.'))
  const said = (page: Page) => page.getByRole('region', { name: /^Notifications \(/ }).getByText('Webhook disabled')
  await Promise.all([here, there, far].map((page) => said(page).waitFor()))
  // Without a reload.
  await part(here).getByText('It answered 410, Gone.').waitFor()
  await far.getByRole('link', { name: 'Open webhook' }).click()
  await far.waitForURL('**/account#webhook')
  await part(far).getByText('It answered 410, Gone.').waitFor()

  receiver.answers((response) => response.end())
  await press(far, 'Change')
  await confirm(far, 'Save')
  await part(far).getByText('It answered 410, Gone.').waitFor({ state: 'detached' })
  const arrived = receiver.requests.length
  await part(far)
    .getByRole('button', { name: `Resend job.completed of ${jobId.slice(0, 8)}` })
    .click()
  await eventually('it has arrived', () => receiver.requests.length > arrived)
  expect([...visit.complaints, ...elsewhere.complaints]).toEqual([])
})
