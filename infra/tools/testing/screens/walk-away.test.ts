import type { UserView } from '@utter/contracts/http/account/user-view'
import { Customer } from '@utter/testing/customers/customer'
import { useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { openWebhookReceiver } from '@utter/testing/faults/webhook-receiver'
import { type KeptMail, keptMails } from '@utter/testing/kept-mails'
import { testOperator } from '@utter/testing/setup/operator'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'

const { dataDir, openPage, url } = useScreens()
const password = 'a long password'

const mailsTo = (email: string) => keptMails(dataDir, email)
const mailOf = (email: string, subject: string) =>
  eventually(`the mail “${subject}”`, async () => (await mailsTo(email)).find((mail) => mail.subject === subject))

/** Shows a mail as a program for mails does, with no network: what is wrong with it in light, dark, narrow and wide. */
async function faultsOf(page: Page, { html }: KeptMail): Promise<string[]> {
  const requested: string[] = []
  await page.route('**', (route) => {
    requested.push(route.request().url())
    return route.abort()
  })
  await page.goto('about:blank')
  await page.setContent(html)
  const faults: string[] = []
  for (const width of [800, 375]) {
    await page.setViewportSize({ width, height: 700 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const found = await axeFindings(page)
      faults.push(...found.map((finding) => `${colorScheme}, ${width}: ${finding}`))
    }
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) faults.push(`sideways at ${width}`)
  }
  await page.unroute('**')
  return [...faults, ...requested.map((address) => `it asks for ${address}`)]
}

test('an owner who never opens the app learns all by mail, each once, and every link in a mail leads to its place', async () => {
  await using receiver = await openWebhookReceiver()
  receiver.answers((response) => response.writeHead(410).end())
  const [owner, operator] = [await Customer.signUp(url), await testOperator()]
  const { email } = owner
  // A browser that the owner has never logged in by.
  const { page, complaints } = await openPage({ ignore: /401/ })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  /** Opens the mail and follows one of its links. */
  const follow = async (subject: string, link: string) => {
    const mail = await mailOf(email, subject)
    expect(await faultsOf(page, mail), subject).toEqual([])
    await page.getByRole('heading', { level: 1, name: subject }).waitFor()
    await page.getByRole('link', { name: link }).click()
    await page.waitForURL(`${url}/**`)
  }
  const logIn = async () => {
    await heading('Log In')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
  }

  await follow('Verify your email address', 'Verify this address')
  await page.getByRole('button', { name: 'Verify this address' }).click()
  await page.getByText('Your address is verified. Thank you.').waitFor()

  await owner.post('/api/keys', { name: 'CI', scopes: ['jobs:read'] })
  await follow('API key “CI” was made', 'See your keys')
  // The link leads on, past the login.
  await logIn()
  await page.getByRole('region', { name: 'API keys' }).getByText('CI', { exact: true }).waitFor()

  for (const [used, subject] of [
    [79, '80 % of your calls are used'],
    [99, 'All calls of this period are used'],
  ] as const) {
    await operator.setCalls(email, used)
    expect((await owner.speak('One more.')).status).toBe(202)
    await follow(subject, 'See your usage')
    await page.getByRole('meter').first().waitFor()
  }

  await operator.setPlan(email, 'creator')
  await follow('Your plan is Creator now', 'See your plan')
  await heading('My Account')

  await eventually('the webhook is set', async () => {
    const { status } = await owner.request('PUT', '/api/settings/webhook', { body: { webhookUrl: receiver.url } })
    return status === 200
  })
  expect((await owner.speak('To a receiver that is gone.')).status).toBe(202)
  await follow(`Your webhook at ${new URL(receiver.url).host} is disabled`, 'Set the webhook')
  await page.getByRole('region', { name: 'Webhook' }).getByText('Your webhook was disabled on').waitFor()

  await follow('API key “CI” was made', 'No more mails of this kind')
  const question = page.getByRole('dialog', { name: 'No more mails: API key created?' })
  await question.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Mails turned off', { exact: true }).waitFor()
  await owner.post('/api/keys', { name: 'Quiet', scopes: ['jobs:read'] })

  await owner.post('/api/auth/forgot-password', { email })
  await follow('Set a new password', 'Set a new password')
  await heading('New password')
  await page.getByLabel('New password').fill(`${password} anew`)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await heading('Log In')
  const me = await owner.get('/api/auth/me')
  expect(me.status).toBe(401)
  await follow('Your password was changed', 'See what was done')
  await heading('Log In')

  const again = Customer.from(
    url,
    await new Customer(url).post('/api/auth/login', { email, password: `${password} anew` }),
  )
  const { user } = (await again.get('/api/auth/me')).body as { user: UserView }
  expect(user.emailVerifiedAt).not.toBeNull()
  const subjects = (await mailsTo(email)).map(({ subject }) => subject)
  expect(subjects.sort()).toEqual(
    [
      'API key “CI” was made',
      'All calls of this period are used',
      'Set a new password',
      'Verify your email address',
      'Your password was changed',
      'Your plan is Creator now',
      '80 % of your calls are used',
      `Your webhook at ${new URL(receiver.url).host} is disabled`,
    ].sort(),
  )
  expect(complaints).toEqual([])
})
