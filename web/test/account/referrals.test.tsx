import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReferralStats } from '@utter/contracts/http/referrals'
import { expect, test, vi } from 'vitest'
import { referralsOf } from '../answers/account.ts'
import { answer, type Handlers, openSignedIn, problem } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'

const stats = referralsOf()
const account = (of: ReferralStats, more: Handlers = {}) =>
  openSignedIn('/account', { 'GET /api/referrals/stats': () => answer(of), ...more })
const card = async () => within(await screen.findByRole('region', { name: 'Referrals' }))

test('milestones have what they bring and their descriptions; reached and next are said', async () => {
  account(stats)
  const list = await (await card()).findByRole('list', { name: 'Milestones' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Reached: 1 referralYour first friend+50 calls',
    'Reached: 5 referralsA small choir+300 calls',
    '10Next: 10 referralsA full band+750 calls',
    '2525 referralsAn orchestra+2,500 calls',
    '5050 referralsA concert hall+6,000 calls',
  ])
})

test.each<[string, Partial<ReferralStats>, string]>([
  ['some have joined', {}, '7 referrals · 350 bonus calls earned · 3 more for the next 750'],
  [
    'nobody has joined',
    { referralCount: 0, bonusCallsEarned: 0, nextMilestone: { referrals: 1, reward: 50 } },
    'Nobody has joined by your link yet · 1 more for the first 50',
  ],
  [
    'every milestone is reached',
    { referralCount: 60, bonusCallsEarned: 9_600, nextMilestone: null },
    '60 referrals · 9,600 bonus calls earned',
  ],
])('%s: how many, what they brought, and what is missing to the next', async (_state, over, sentence) => {
  account({ ...stats, ...over })
  await (await card()).findByText(sentence)
})

test('the link is copied, which the button says for 2 s', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    clipboard: { writeText: async (text: string) => void written.push(text) },
  })
  account(stats)
  const referrals = await card()
  expect(await referrals.findByLabelText('Referral link')).toHaveProperty('value', stats.referralUrl)
  expect(referrals.getByLabelText('Referral link')).toHaveProperty('readOnly', true)
  const startedAt = Date.now()
  referrals.getByRole('button', { name: 'Copy' }).click()
  await referrals.findByRole('button', { name: 'Copied!' })
  expect(written).toEqual([stats.referralUrl])
  await screen.findByText('Copied to clipboard')
  await referrals.findByRole('button', { name: 'Copy' })
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_900)
})

test('a refusal says why, the other parts stand, and it is asked for again', async () => {
  let isReady = false
  account(stats, { 'GET /api/referrals/stats': () => (isReady ? answer(stats) : problem(404, 'There is no code yet')) })
  const referrals = await card()
  await referrals.findByText('There is no code yet')
  await screen.findByRole('region', { name: 'Usage' })
  isReady = true
  await userEvent.click(referrals.getByRole('button', { name: 'Try again' }))
  await referrals.findByLabelText('Referral link')
})

test('a server that gave no answer is said, the other parts stand, and it is asked again without anybody’s doing', async () => {
  let isReady = false
  account(stats, {
    'GET /api/referrals/stats': () => (isReady ? answer(stats) : Promise.reject(new TypeError('down'))),
  })
  const referrals = await card()
  await referrals.findByText('The server cannot be reached')
  await screen.findByRole('region', { name: 'Usage' })
  isReady = true
  await referrals.findByLabelText('Referral link')
})

test('friends who have joined meanwhile are there when the screen is gone to again', async () => {
  let referralCount = 7
  account(stats, { 'GET /api/referrals/stats': () => answer({ ...stats, referralCount }) })
  await (await card()).findByText(/^7 referrals/)
  await userEvent.click(screen.getByRole('link', { name: 'Pricing' }))
  await screen.findByRole('heading', { level: 1, name: 'Pricing' })
  referralCount = 8
  await userEvent.click(screen.getByRole('link', { name: 'My Account' }))
  const referrals = await card()
  await waitFor(() => referrals.getByText(/^8 referrals/))
})
