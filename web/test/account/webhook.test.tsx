import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DeliveryView } from '@utter/contracts/http/webhooks'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { describe, expect, test, vi } from 'vitest'
import { localTime } from '../../src/lib/format/times.ts'
import { aUser } from '../answers/account.ts'
import { webhookViews } from '../answers/webhooks.ts'
import { answer, FakeEventSource, type Handlers, problem, renderApp, sentTo, serve } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/webhooks/set-webhook-dialog.tsx'
import '../../src/features/webhooks/roll-secret-dialog.tsx'
import '../../src/features/webhooks/remove-webhook-dialog.tsx'
import '../../src/features/webhooks/message-dialog.tsx'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const { url, none, working, disabled, attempt, delivery, deliveriesOf, detailOf } = webhookViews()
const jobId = 'f3a91c7e-0c1d-4c58-9d5e-6a0d4f0a1b2c'
const failedDelivery = delivery(jobId)

const list = '/api/webhooks/deliveries?limit=20'
async function open(settings: object, handlers: Handlers = {}, tier: TierName = 'starter') {
  const served = serve({
    'GET /api/auth/me': () => answer({ user: aUser({ subscriptionTier: tier }) }),
    'GET /api/plans': () => answer(standardPlans),
    'GET /api/settings/webhook': () => answer(settings),
    [`GET ${list}`]: () => answer([]),
    ...handlers,
  })
  renderApp('/account')
  await screen.findByRole('heading', { name: 'Webhook' })
  return served
}
const part = () => within(document.getElementById('webhook')!)
const press = async (name: string | RegExp) => userEvent.click(await part().findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
const put = 'PUT /api/settings/webhook'

test('on a plan without webhooks it says so, and asks for nothing', async () => {
  const { count } = await open(none, {}, 'free')
  expect(await part().findByText('Webhooks are available on paid plans.')).toBeDefined()
  expect(part().getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing')
  expect(count('GET /api/settings/webhook')).toBe(0)
})

test('a failed read leaves the other parts standing', async () => {
  await open(none, { 'GET /api/settings/webhook': () => problem(503, 'The service is busy') })
  expect((await part().findByRole('alert')).textContent).toContain('The service is busy')
  expect(screen.getByRole('heading', { name: 'Profile' })).toBeDefined()
})

test('the first address makes a secret, which is shown once', async () => {
  let settings: object = none
  await open(none, {
    'GET /api/settings/webhook': () => answer(settings),
    [put]: () => {
      settings = working
      return answer({ webhookUrl: url, secret })
    },
  })
  await press('Set webhook')
  const asked = await dialog()
  await userEvent.type(asked.getByLabelText('Webhook URL'), url)
  await userEvent.dblClick(asked.getByRole('button', { name: 'Save' }))
  const shown = await screen.findByLabelText<HTMLTextAreaElement>('Signing secret')
  expect([shown.value, document.activeElement]).toEqual([secret, shown])
  expect(sentTo(put)).toEqual([{ webhookUrl: url }])
  await userEvent.keyboard('{Escape}')
  expect(screen.getByLabelText('Signing secret')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.body.textContent).not.toContain(secret))
  expect(await part().findByText(url)).toBeDefined()
})

test.each([
  ['https', 'Webhook URL must be a valid URL', 0],
  ['http://localhost/', 'Webhook URL must be a public address', 1],
])('%s is refused at its field', async (typed, sentence, sent) => {
  const { count } = await open(none, {
    [put]: () => problem(400, sentence, { details: [{ field: 'webhookUrl', message: sentence }] }),
  })
  await press('Set webhook')
  const asked = await dialog()
  await userEvent.type(asked.getByLabelText('Webhook URL'), typed)
  await userEvent.click(asked.getByRole('button', { name: 'Save' }))
  expect(await asked.findByText(sentence)).toBeDefined()
  expect(count(put)).toBe(sent)
})

test('the secret is rolled after a question, and the new one shown once', async () => {
  await open(working, { 'POST /api/settings/webhook/secret': () => answer({ secret }) })
  expect(await part().findByText('whsec_…LaSw')).toBeDefined()
  await press('Roll secret')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Roll secret' }))
  const shown = await screen.findByLabelText<HTMLTextAreaElement>('Signing secret')
  expect(shown.value).toBe(secret)
  await waitFor(() => expect(document.activeElement).toBe(shown))
})

test('removing it asks first', async () => {
  await open(working, {
    [put]: () => answer({ webhookUrl: null }),
  })
  await press('Remove webhook')
  expect(sentTo(put)).toEqual([])
  await userEvent.click((await dialog()).getByRole('button', { name: 'Remove webhook' }))
  expect(await screen.findByText('Webhook removed')).toBeDefined()
  expect(sentTo(put)).toEqual([{ webhookUrl: null }])
})

describe('a test', () => {
  test.each([
    [{ status: 200, ms: 84 }, '200', '84 ms'],
    [{ status: 500, ms: 84, error: 'The receiver answered 500' }, '500', 'The receiver answered 500'],
    [{ status: null, ms: 3, error: 'The connection was refused' }, 'None', 'The connection was refused'],
  ])('shows what came of it: %j', async (tested, badge, words) => {
    await open(working, { 'POST /api/settings/webhook/test': () => answer(tested) })
    await press('Send test')
    expect(await part().findByText(badge)).toBeDefined()
    expect(part().getByText(words)).toBeDefined()
  })

  test('that was sent earlier has its result and its time', async () => {
    const lastTest = { at: attempt.at, status: null, ms: 3, error: 'The connection was refused' }
    await open({ ...working, lastTest }, { 'POST /api/settings/webhook/test': () => answer({ status: 200, ms: 84 }) })
    const status = (await part().findByText('The connection was refused')).closest('[role=status]')
    expect(status?.textContent).toBe(`NoneThe connection was refused${localTime(attempt.at)}`)
    await press('Send test')
    await waitFor(() => expect(status?.textContent).toBe('20084 ms'))
  })

  test('may be sent again', async () => {
    const { count } = await open(working, { 'POST /api/settings/webhook/test': () => answer({ status: 200, ms: 1 }) })
    await press('Send test')
    await part().findByText('1 ms')
    await press('Send test')
    await waitFor(() => expect(count('POST /api/settings/webhook/test')).toBe(2))
  })
})

test.each([
  [
    { failingSince: attempt.at, lastError: 'The receiver answered 503' },
    /has been failing since .* The receiver answered 503\. It is tried again/,
  ],
  [
    { disabledAt: attempt.at, disabledReason: 'gone' },
    /was disabled on .* It answered 410, Gone\. Set the address again/,
  ],
  [{ disabledAt: attempt.at, disabledReason: 'failing' }, /was disabled on .* Nothing was delivered for five days\./],
])('says what is wrong: %j', async (more, sentence) => {
  await open({ ...working, ...more })
  expect((await part().findByText(/since|disabled on/)).closest('p')?.textContent).toMatch(sentence)
})

test('a webhook that is disabled is said on every screen, and leads to the card, which is read anew', async () => {
  let settings: object = working
  await open(working, { 'GET /api/settings/webhook': () => answer(settings) })
  expect(await part().findByText(url)).toBeDefined()
  await waitFor(() => expect(FakeEventSource.of('/api/events')).toHaveLength(1))
  settings = disabled
  act(() => FakeEventSource.last.emitNamed('webhook-disabled', { at: attempt.at, reason: 'gone' }))
  expect(await screen.findByText('Webhook disabled')).toBeDefined()
  expect(screen.getByText('It answered 410, Gone.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open webhook' }).getAttribute('href')).toBe('/account#webhook')
  expect(await part().findByText(/was disabled on/)).toBeDefined()
})

test('deliveries have their outcome and their job; a failed one is sent again', async () => {
  let rows = deliveriesOf(jobId)
  const { count } = await open(working, {
    [`GET ${list}`]: () => answer(rows),
    'POST /api/webhooks/deliveries/msg_1/resend': () => {
      rows = [delivery(jobId, { status: 'pending', nextAttemptAt: attempt.at })]
      return answer(rows[0], 202)
    },
  })
  for (const text of [
    'Failed',
    'The receiver answered 503 · 10 tries',
    'Delivered',
    '1 try · 84 ms',
    'The plan has no webhooks',
  ])
    expect(await part().findByText(text)).toBeDefined()
  expect(part().getAllByRole('link', { name: 'f3a91c7e…' })[0]?.getAttribute('href')).toBe(`/jobs?job=${jobId}`)
  await userEvent.click(part().getAllByRole('button', { name: /^Resend/ })[0]!)
  expect(await screen.findByText('The webhook is being sent again')).toBeDefined()
  await waitFor(() => expect(part().queryByText('Failed')).toBeNull())
  expect(part().getByText('Pending')).toBeDefined()
  expect(count(`GET ${list}`)).toBe(2)
})

describe('the message of a delivery', () => {
  const openMessage = async (row: DeliveryView, handler: () => Response) => {
    await open(working, { [`GET ${list}`]: () => answer([row]), 'GET /api/webhooks/deliveries/msg_1': handler })
    await press(/^Message job\.completed of f3a91c7e, /)
    return dialog()
  }

  test('is shown in lines, with its id, and copied as it is signed', async () => {
    const written: string[] = []
    const clipboard = { writeText: async (text: string) => void written.push(text) }
    vi.stubGlobal('navigator', { ...navigator, userAgent: navigator.userAgent, clipboard })
    const detail = detailOf(failedDelivery)
    const shown = await openMessage(failedDelivery, () => answer(detail))
    expect(shown.getByText('Sent again, it would be this: a message is kept only while it is tried.')).toBeDefined()
    const { textContent } = await shown.findByText(/"requestId"/)
    expect(textContent).toContain('\n    "requestId": "order-1042",\n')
    expect(shown.getByText('msg_1')).toBeDefined()
    await userEvent.click(shown.getByRole('button', { name: 'Copy JSON' }))
    expect(written).toEqual([detail.message])
  })

  test('of one that is tried is what each try sends', async () => {
    const row = delivery(jobId, { status: 'pending' })
    const shown = await openMessage(row, () => answer(detailOf(row)))
    expect(shown.getByText('Each try sends this, signed.')).toBeDefined()
  })

  test('of one that has arrived since the list was read is what would be sent again', async () => {
    const row = delivery(jobId, { status: 'pending' })
    const shown = await openMessage(row, () => answer({ ...detailOf(row), status: 'delivered' }))
    expect(await shown.findByText(/^Sent again, it would be this/)).toBeDefined()
  })

  test('is nothing once its job was deleted', async () => {
    const shown = await openMessage(failedDelivery, () => answer({ ...failedDelivery, message: null }))
    expect(await shown.findByText('There is nothing left to send: what it was about was deleted.')).toBeDefined()
    expect(shown.queryByRole('button', { name: 'Copy JSON' })).toBeNull()
  })

  test('that could not be read says why, and is asked for again', async () => {
    let isBusy = true
    const shown = await openMessage(failedDelivery, () =>
      isBusy ? problem(503, 'The service is busy') : answer(detailOf(failedDelivery)),
    )
    expect((await shown.findByRole('alert')).textContent).toContain('The service is busy')
    isBusy = false
    await userEvent.click(shown.getByRole('button', { name: 'Try again' }))
    expect(await shown.findByText(/"requestId"/)).toBeDefined()
  })
})

test('a delivery about a work leads to it', async () => {
  const workId = '3d1c9a52-7c1e-4a35-9a3d-0a3a4f0f2d11'
  const { jobId: _, ...ofJob } = delivery(jobId)
  await open(working, { [`GET ${list}`]: () => answer([{ ...ofJob, workId, type: 'work.chapter.completed' }]) })
  expect((await part().findByText(/^work\.chapter\.completed of/)).textContent).toContain('3d1c9a52…')
  expect(part().getByRole('link', { name: '3d1c9a52…' }).getAttribute('href')).toBe(`/works/${workId}`)
  expect(part().getByRole('button', { name: /^Resend work\.chapter\.completed of 3d1c9a52, / })).toBeDefined()
})

test.each([
  ['account.key_created', '/account#keys'],
  ['account.calls_used', '/account#usage'],
] as const)('a delivery of the type %s leads to %s', async (type, place) => {
  const { jobId: _, ...ofJob } = delivery(jobId)
  await open(working, { [`GET ${list}`]: () => answer([{ ...ofJob, type }]) })
  expect((await part().findByText(new RegExp(`^${type} of`))).textContent).toBe(`${type} of your account`)
  expect(part().getByRole('link', { name: 'your account' }).getAttribute('href')).toBe(place)
  expect(part().getByRole('button', { name: new RegExp(`^Resend ${type} of your account, `) })).toBeDefined()
})

test('a resend that is refused says why', async () => {
  await open(working, {
    [`GET ${list}`]: () => answer([failedDelivery]),
    'POST /api/webhooks/deliveries/msg_1/resend': () => problem(409, 'The job was deleted'),
  })
  await press(/^Resend/)
  expect(await screen.findByText('The job was deleted')).toBeDefined()
})

test('deliveries are read again when a job has ended, and a pending one can be sent now', async () => {
  let rows = [delivery(jobId, { status: 'pending', attempts: [], attempted: 0, nextAttemptAt: null })]
  const { count } = await open(working, {
    [`GET ${list}`]: () => answer(rows),
    'POST /api/webhooks/deliveries/msg_1/resend': () => answer(rows[0], 202),
  })
  await press(/^Send now job\.completed of f3a91c7e, /)
  expect(count('POST /api/webhooks/deliveries/msg_1/resend')).toBe(1)
  const second = 'a3a91c7e-0c1d-4c58-9d5e-6a0d4f0a1b2c'
  rows = [delivery(second, { id: 'msg_2', status: 'delivered' })]
  await waitFor(() => expect(FakeEventSource.of('/api/events')).toHaveLength(1))
  act(() => FakeEventSource.last.emit({ jobId: second, version: 9, status: 'completed', progress: 100 }, 'a'))
  expect(await part().findByRole('link', { name: 'a3a91c7e…' })).toBeDefined()
})

test('a pending delivery is followed until it has arrived', async () => {
  let rows = [delivery(jobId, { status: 'pending', attempts: [], attempted: 0, nextAttemptAt: null })]
  await open(working, { [`GET ${list}`]: () => answer(rows) })
  expect(await part().findByText('Pending')).toBeDefined()
  rows = [delivery(jobId, { status: 'delivered' })]
  expect(await part().findByText('Delivered')).toBeDefined()
})

test('the answer of the receiver is shown below why a try failed', async () => {
  const attempts = [{ ...attempt, answer: '{"message":"no such tenant"}' }]
  await open(working, { [`GET ${list}`]: () => answer([delivery(jobId, { attempts })]) })
  expect(await part().findByText('{"message":"no such tenant"}')).toBeDefined()
  expect(part().getByText(/^The receiver answered 503/)).toBeDefined()
})
