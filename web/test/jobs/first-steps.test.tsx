import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { standardPlans } from '@utter/contracts/plans'
import { expect, test } from 'vitest'
import { exampleIn } from '../../src/features/first-steps/example-texts.ts'
import { priceOfNext } from '../../src/features/usage/call-price.tsx'
import { aKey, offers, usageOf } from '../answers/account.ts'
import { aJob, aVoice, statsOf, submittedAs } from '../answers/jobs.ts'
import { answer, FakeEventSource, type Handlers, openSignedIn, sentTo } from '../support/support.tsx'
import '../../src/pages/dashboard.tsx'
import '../../src/features/first-steps/first-steps.tsx'

const jobId = aJob().id
const none = { totalJobs: 0, completedJobs: 0, failedJobs: 0, queueLength: 0 }
const french = aVoice('siwis', 'Siwis', { language: 'fr-FR', languages: ['fr-FR'] })

const open = (handlers: Handlers = {}, person: Partial<UserView> = {}) =>
  openSignedIn(
    '/',
    {
      'GET /api/stats': () => answer(statsOf(none)),
      'GET /api/jobs/recent': () => answer([]),
      'GET /api/voices': () => answer([french]),
      'GET /api/plans': () => answer(offers),
      'GET /api/keys': () => answer([]),
      'GET /api/usage': () => answer(usageOf({ apiCallsUsed: 2 })),
      ...handlers,
    },
    person,
  )

const card = async () => within(await screen.findByRole('region', { name: 'First steps' }))
const stepNames = async () =>
  (await (await card()).findAllByRole('listitem')).map((step) => step.textContent?.replace(/^\d/, ''))

test('a new account has the first steps in the place of its empty figures, and begins with the first', async () => {
  open()
  expect(await stepNames()).toEqual([
    'Hear a voice',
    'Make your first audio',
    'Call it from a program',
    'Be told by webhook',
    'Choose a plan',
  ])
  expect(screen.queryByText('Last 24 hours')).toBeNull()
  expect(within((await card()).getByRole('region', { name: 'Hear a voice' })).getByText('Siwis')).toBeDefined()
})

test('a first audio is made right there, of a text in the language of the voice, with its price before the press', async () => {
  open({ 'POST /api/tts': () => answer(submittedAs(jobId), 202) })
  await userEvent.click((await card()).getByRole('button', { name: /Make your first audio/ }))
  const field = await (await card()).findByRole('textbox', { name: 'Text to speak' })
  expect((field as HTMLTextAreaElement).value).toBe(exampleIn('fr'))
  await (await card()).findByText('Costs 1 of 98 calls left')
  await userEvent.clear(field)
  await userEvent.type(field, 'Bonjour.')
  await userEvent.click((await card()).getByRole('button', { name: 'Speak it' }))
  await waitFor(() =>
    expect(sentTo('POST /api/tts')).toEqual([
      { userText: 'Bonjour.', voiceId: 'siwis', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]),
  )
  await screen.findByRole('dialog')
})

test('what was done elsewhere is done: a job, a used key, a webhook', async () => {
  open(
    {
      'GET /api/stats': () => answer(statsOf({ ...none, totalJobs: 2, completedJobs: 2 })),
      'GET /api/keys': () => answer([aKey({ lastUsedAt: '2026-01-02T00:00:00.000Z' })]),
    },
    { webhookUrl: 'https://example.com/hook' },
  )
  await waitFor(async () =>
    expect(await stepNames()).toEqual([
      'Done: Hear a voice',
      'Done: Make your first audio',
      'Done: Call it from a program',
      'Done: Be told by webhook',
      'Choose a plan',
    ]),
  )
  expect((await card()).getByRole('region', { name: 'Choose a plan' })).toBeDefined()
})

test('the first use of a key ticks its step on the open screen, by the job that it makes', async () => {
  let [stats, key] = [statsOf(none), aKey({ lastUsedAt: null })]
  open({ 'GET /api/stats': () => answer(stats), 'GET /api/keys': () => answer([key]) })
  await waitFor(async () => expect(await stepNames()).toContain('Call it from a program'))
  await waitFor(() => expect(FakeEventSource.of('/api/events')).toHaveLength(1))
  stats = statsOf({ ...none, queueLength: 1 })
  key = aKey({ lastUsedAt: '2026-01-02T00:00:00.000Z' })
  act(() => FakeEventSource.last.emit({ jobId, status: 'pending', progress: 0, version: 1 }))
  await waitFor(async () => expect(await stepNames()).toContain('Done: Call it from a program'))
})

test.each([
  ['ten jobs', statsOf({ ...none, totalJobs: 10 }), {}],
  ['a paid plan with a webhook', statsOf(none), { subscriptionTier: 'pro', webhookUrl: 'https://example.com/hook' }],
] as const)('they end by themselves: an account with %s has its figures', async (_, stats, person) => {
  open({ 'GET /api/stats': () => answer(stats) }, person)
  await screen.findByText('Last 24 hours')
  await screen.findByText('No jobs yet')
  expect(screen.queryByText('First steps')).toBeNull()
})

test('put away, they stay away in this browser', async () => {
  const { unmount } = open()
  await userEvent.click((await card()).getByRole('button', { name: 'Hide' }))
  await screen.findByText('Last 24 hours')
  unmount()
  open()
  await screen.findByText('Last 24 hours')
  expect(screen.queryByText('First steps')).toBeNull()
})

test('a step that the plan has not says which plans have it', async () => {
  open()
  await userEvent.click((await card()).getByRole('button', { name: /Be told by webhook/ }))
  expect((await card()).getByRole('link', { name: 'Plans with webhooks' }).getAttribute('href')).toBe('/pricing')
})

const plan = (name: string) => standardPlans.find((one) => one.name === name)!

test.each([
  ['Costs 1 of 88 calls left', usageOf(), plan('free')],
  ['Costs 1 of 1 call left', usageOf({ apiCallsUsed: 99 }), plan('free')],
  ['Costs $0.04, overage', usageOf({ tier: 'starter', apiCallsLimit: 5_000, apiCallsUsed: 5_000 }), plan('starter')],
  ['Costs 1 call', usageOf({ tier: 'enterprise', apiCallsLimit: -1 }), plan('enterprise')],
])('the price of the next call: %s', (sentence, usage, its) => {
  expect(priceOfNext(usage, its)).toBe(sentence)
})

test.each(['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'pt-BR', 'hi-IN'])(
  '%s has an example of its own',
  (language) => {
    expect(exampleIn(language)).not.toBe(exampleIn(language.startsWith('en') ? 'fr' : 'en'))
  },
)
