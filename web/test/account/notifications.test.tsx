import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { noticeKinds } from '@utter/contracts/http/notices/notice'
import type { MailSettings } from '@utter/contracts/http/notices/views'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { afterEach, describe, expect, test } from 'vitest'
import { aUser, mailSettingsOf } from '../answers/account.ts'
import { answer, bodyOf, type Handlers, openSignedIn, problem, sentTo } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/notices/unsubscribe-dialog.tsx'

const put = 'PUT /api/settings/notifications'
const get = 'GET /api/settings/notifications'

/** The server as it keeps the lists. */
function kept(settings: MailSettings): Handlers {
  let present = settings
  return {
    [get]: () => answer(present),
    [put]: (init) => {
      const { withoutMail, withoutWebhook } = bodyOf(init)
      present = {
        ...present,
        kinds: present.kinds.map((one) => ({
          ...one,
          isMailed: !withoutMail.includes(one.kind),
          isSentToWebhook: one.webhookType !== null && !withoutWebhook.includes(one.kind),
        })),
      }
      return answer(present)
    },
  }
}

interface Opening {
  settings?: MailSettings
  handlers?: Handlers
  tier?: TierName
  address?: string
}
function open({ settings = mailSettingsOf(), handlers = {}, tier = 'creator', address = '/account' }: Opening = {}) {
  const plans = () => answer(standardPlans)
  return openSignedIn(address, { 'GET /api/plans': plans, ...kept(settings), ...handlers }, { subscriptionTier: tier })
}
const card = async () => within(await screen.findByRole('region', { name: 'Notifications' }))
const box = async (name: string) => (await card()).findByRole<HTMLInputElement>('checkbox', { name })
/** The drawn value follows the kept one, a moment later. */
const shows = async (name: string, checked: boolean) => {
  const at = await box(name)
  await waitFor(() => expect(at.checked).toBe(checked))
}

test('each kind has a row; mails that guard the account are always sent', async () => {
  open()
  // Drawn once the settings are read, and the plans, which say whether it has webhooks: in this order, or the other.
  await (await card()).findAllByText('Always sent')
  await box('Webhook: Payment failed')
  expect((await card()).getAllByRole('row')).toHaveLength(noticeKinds.length + 1)
  const row = within((await card()).getByRole('row', { name: /^Payment failed/ }))
  row.getByText('Always sent')
  row.getByRole('checkbox', { name: 'Webhook: Payment failed' })
  expect(row.queryByRole('checkbox', { name: /^Mail/ })).toBeNull()
  expect((await card()).queryByRole('checkbox', { name: 'Webhook: New sign-in' })).toBeNull()
})

test('a change is saved at once, with the whole lists', async () => {
  open({ settings: mailSettingsOf({ 'plan-changed': { isMailed: false }, 'key-created': { isSentToWebhook: false } }) })
  await userEvent.click(await box('Mail: Invoice paid'))
  await waitFor(() => expect(sentTo(put)).toHaveLength(1))
  await userEvent.click(await box('Webhook: Calls used'))
  await waitFor(() => expect(sentTo(put)).toHaveLength(2))
  expect(sentTo(put)).toEqual([
    { withoutMail: ['plan-changed', 'invoice-paid'], withoutWebhook: ['key-created'] },
    { withoutMail: ['plan-changed', 'invoice-paid'], withoutWebhook: ['key-created', 'calls-used'] },
  ])
  await shows('Mail: Invoice paid', false)
  await shows('Webhook: Calls used', false)
})

test('a change is shown before its answer, and is taken back with a sentence where it is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  open({ handlers: { [put]: () => promise } })
  await userEvent.click(await box('Mail: New sign-in'))
  await shows('Mail: New sign-in', false)
  resolve(problem(503, 'The service is busy'))
  await screen.findByText('The service is busy')
  await shows('Mail: New sign-in', true)
})

test('a later change does not carry an earlier one that was refused', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const settings = mailSettingsOf()
  const second = kept(settings)[put]!
  let puts = 0
  open({ settings, handlers: { [put]: (init) => (puts++ === 0 ? promise : second(init)) } })
  await userEvent.click(await box('Mail: New sign-in'))
  await userEvent.click(await box('Mail: Invoice paid'))
  expect(sentTo(put)).toHaveLength(1)
  resolve(problem(503, 'The service is busy'))
  await waitFor(() => expect(sentTo(put)).toHaveLength(2))
  expect(sentTo(put)[1]).toEqual({ withoutMail: ['invoice-paid'], withoutWebhook: [] })
})

test('a plan without webhooks has no column of theirs', async () => {
  open({ tier: 'free' })
  await box('Mail: New sign-in')
  expect((await card()).queryByRole('columnheader', { name: 'Webhook' })).toBeNull()
  expect((await card()).queryByRole('checkbox', { name: /^Webhook/ })).toBeNull()
})

test('a platform without mails says so, and has no column of theirs', async () => {
  open({ settings: mailSettingsOf({}, false) })
  await (await card()).findByText('This platform sends no mails.')
  await box('Webhook: Plan changed')
  expect((await card()).queryByRole('columnheader', { name: 'Mail' })).toBeNull()
  expect((await card()).queryByRole('checkbox', { name: /^Mail/ })).toBeNull()
})

describe('the link of a mail', () => {
  const address = (kind: string) => `/account?unsubscribe=${kind}&other=1#notifications`
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'No more mails: Invoice paid?' }))

  test('asks, turns the kind off, and leaves the address', async () => {
    const { router } = open({ address: address('invoice-paid') })
    await userEvent.click((await dialog()).getByRole('button', { name: 'Turn off' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentTo(put)).toEqual([{ withoutMail: ['invoice-paid'], withoutWebhook: [] }])
    expect(router.state.location).toMatchObject({ search: '?other=1', hash: '#notifications' })
    await shows('Mail: Invoice paid', false)
  })

  test('changes nothing where it is declined', async () => {
    const { router } = open({ address: address('invoice-paid') })
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentTo(put)).toEqual([])
    expect(router.state.location.search).toBe('?other=1')
  })

  test('a refusal is shown in the question, which stays', async () => {
    open({ address: address('invoice-paid'), handlers: { [put]: () => problem(503, 'The service is busy') } })
    await userEvent.click((await dialog()).getByRole('button', { name: 'Turn off' }))
    await (await dialog()).findByText('The service is busy')
    await shows('Mail: Invoice paid', true)
  })

  test.each(['payment-failed', 'unheard-of', ''])('with %j, which is no choice, it asks nothing', async (kind) => {
    const { router } = open({ address: address(kind) })
    await waitFor(() => expect(router.state.location.search).toBe('?other=1'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the language of mails', () => {
  afterEach(() => document.documentElement.setAttribute('lang', 'en'))

  test('that is the page’s has no button', async () => {
    open()
    await (await card()).findByText('Language of mails: English')
    expect((await card()).queryByRole('button', { name: /^Change to/ })).toBeNull()
  })

  test('becomes the page’s by a button, and is read again', async () => {
    document.documentElement.lang = 'de'
    let language: string | undefined
    open({
      handlers: {
        'GET /api/auth/me': () =>
          answer({ user: aUser({ subscriptionTier: 'creator', ...(language && { language }) }) }),
        'PUT /api/auth/language': (init) => {
          language = bodyOf(init).language
          return answer({ message: 'Language updated' })
        },
      },
    })
    await (await card()).findByText('Language of mails: English')
    await userEvent.click((await card()).getByRole('button', { name: 'Change to Deutsch' }))
    await (await card()).findByText('Language of mails: Deutsch')
    expect(sentTo('PUT /api/auth/language')).toEqual([{ language: 'de' }])
    expect((await card()).queryByRole('button', { name: /^Change to/ })).toBeNull()
  })

  test('that is refused stays, and a toast says why', async () => {
    document.documentElement.lang = 'fr'
    open({ handlers: { 'PUT /api/auth/language': () => problem(503, 'Try again in a moment') } })
    await userEvent.click(await (await card()).findByRole('button', { name: 'Change to Français' }))
    await screen.findByText('Try again in a moment')
    ;(await card()).getByText('Language of mails: English')
  })
})
