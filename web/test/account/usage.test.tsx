import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import { standardPlans } from '@utter/contracts/plans'
import { describe, expect, test, vi } from 'vitest'
import { accountEvents } from '../../src/features/jobs/live/account-events.ts'
import { allowedOf, isAtSpendingLimit } from '../../src/features/usage/figures.ts'
import { aKey, aUser, usageOf } from '../answers/account.ts'
import { answer, type Handlers, openScreen, problem, sentTo } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/usage/spending-limit-dialog.tsx'

const starter = standardPlans.find(({ name }) => name === 'starter')!
const pro = standardPlans.find(({ name }) => name === 'pro')!

const free = usageOf({
  periodStart: '2026-01-15T09:00:00.000Z',
  periodEnd: '2026-02-15T09:00:00.000Z',
  days: [9, 0, 3].map((calls, index) => ({ day: `2026-01-${15 + index}`, calls })),
  voices: [
    { voiceId: 'joe', calls: 8 },
    { voiceId: 'slt', calls: 4 },
  ],
  keys: [
    { keyId: 'key-1', calls: 6 },
    { keyId: null, calls: 5 },
    { keyId: '0f3a91c7-long-gone', calls: 1 },
  ],
})
const paid: UsageView = { ...free, tier: 'starter', apiCallsUsed: 1_200, apiCallsLimit: 5_000, spendingLimit: 39 }

const account = (usage: UsageView, more: Handlers = {}, person: object = {}) =>
  openScreen('/account', {
    'GET /api/auth/me': () => answer({ user: aUser(person) }),
    'GET /api/plans': () => answer(standardPlans),
    'GET /api/keys': () => answer([aKey()]),
    'GET /api/usage': () => answer(usage),
    ...more,
  })
const card = () => screen.findByRole('region', { name: 'Usage' })
const warning = async () => (await screen.findByRole('link', { name: 'See plans' })).parentElement
const saysUsed = async (text: string) => waitFor(async () => expect((await card()).textContent).toContain(text))

describe('what a period has', () => {
  test.each([
    ['the plan’s calls', {}, 5_000, 3_800],
    ['bonus calls that are left', { bonusCallsLeft: 350 }, 5_350, 4_150],
    ['bonus calls of which some are used', { apiCallsUsed: 5_100, bonusCallsLeft: 250 }, 5_350, 250],
    ['overage, which is no part of it', { apiCallsUsed: 5_400, overageCallsUsed: 50 }, 5_350, 0],
    ['overage before an upgrade', { apiCallsUsed: 4_000, overageCallsUsed: 250 }, 5_000, 1_000],
    ['what was used of a higher plan', { apiCallsUsed: 7_000 }, 7_000, 0],
    ['nothing at all', { apiCallsUsed: 0, apiCallsLimit: 0 }, 0, 0],
  ])('%s', (_what, over, limit, left) => {
    expect(allowedOf({ ...paid, ...over })).toMatchObject({ limit, left })
  })

  test('no limit', () => {
    expect(allowedOf({ ...paid, apiCallsLimit: -1 })).toBeUndefined()
  })

  test.each([
    ['calls of the plan are left', starter, { apiCallsUsed: 4_999, spendingLimit: 0 }, false],
    ['none may be bought', starter, { apiCallsUsed: 5_000, spendingLimit: 0 }, true],
    ['one more may be bought', starter, { apiCallsUsed: 5_974, overageCallsUsed: 974, overageCost: '38.96' }, false],
    ['the last one was bought', starter, { apiCallsUsed: 5_975, overageCallsUsed: 975, overageCost: '39.00' }, true],
    // $0.03 are left, which the rounded cost does not show as a call's $0.025.
    [
      'a rounded cost hides one more',
      pro,
      { apiCallsUsed: 5_003, overageCallsUsed: 3, overageCost: '0.08', spendingLimit: 0.1 },
      false,
    ],
    [
      'other prices before it used it up',
      starter,
      { apiCallsUsed: 5_010, overageCallsUsed: 10, overageCost: '38.98' },
      true,
    ],
    ['nothing is sold', starter, { apiCallsUsed: 5_000, spendingLimit: null }, false],
  ])('the spending limit is reached or not: %s', (_what, plan, over, isReached) => {
    expect(isAtSpendingLimit({ ...paid, ...over }, plan)).toBe(isReached)
  })
})

describe('the warning', () => {
  test.each<[string, Partial<UsageView>, object, string]>([
    [
      'from 80 % on the free plan',
      { ...free, apiCallsUsed: 81, warning: 80 },
      {},
      '81% of this month’s calls are used. Jobs stop at 100 calls, until Feb 15.',
    ],
    [
      'at 100 % on the free plan',
      { ...free, apiCallsUsed: 100, warning: 100 },
      {},
      'All 100 calls of this month are used. New jobs are refused until Feb 15.',
    ],
    [
      'from 80 % on a paid plan, with bonus calls',
      { ...paid, apiCallsUsed: 4_400, bonusCallsLeft: 350, warning: 80 },
      {},
      '82% of this month’s calls are used. Calls past 5,350 cost $0.04 each.',
    ],
    [
      'in overage',
      { ...paid, apiCallsUsed: 5_100, overageCallsUsed: 100, overageCost: '4.00', warning: 100 },
      {},
      'All 5,000 calls of this month are used. Each further one costs $0.04.',
    ],
    [
      'at the spending limit',
      { ...paid, apiCallsUsed: 5_975, overageCallsUsed: 975, overageCost: '39.00', warning: 100 },
      {},
      'Your spending limit of $39 is reached. New jobs are refused until Feb 15.',
    ],
    [
      'from 80 % while an invoice is unpaid',
      { ...paid, apiCallsUsed: 4_100, warning: 80 },
      { subscriptionStatus: 'past_due' },
      '82% of this month’s calls are used. Jobs stop at 5,000 calls while an invoice is unpaid.',
    ],
    [
      'at 100 % while an invoice is unpaid',
      { ...paid, apiCallsUsed: 5_000, warning: 100 },
      { subscriptionStatus: 'past_due' },
      'All 5,000 calls of this month are used. New jobs are refused while an invoice is unpaid.',
    ],
  ])('%s says the fact and what it means', async (_state, usage, person, sentence) => {
    account({ ...free, ...usage }, {}, person)
    const banner = await warning()
    expect(banner?.textContent).toBe(`${sentence}See plans`)
    expect(banner?.getAttribute('role')).toBe('status')
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
  })

  test('is not there below 80 %, and without its price where the plans could not be read', async () => {
    const below = account({ ...free, apiCallsUsed: 79 })
    await saysUsed('79 of 100 calls')
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull()
    below.unmount()
    account({ ...paid, apiCallsUsed: 4_400, warning: 80 }, { 'GET /api/plans': () => problem(503, 'Not now') })
    expect((await warning())?.textContent).toBe('88% of this month’s calls are used. See plans')
  })

  test('has its place before the usage is there, where the account’s calls let it be expected', async () => {
    let release = (_: Response) => {}
    const late = new Promise<Response>((resolve) => {
      release = resolve
    })
    account(free, { 'GET /api/usage': () => late }, { apiCallsUsed: 81 })
    const usage = await card()
    expect(usage.parentElement?.previousElementSibling?.getAttribute('aria-hidden')).toBe('true')
    release(answer({ ...free, apiCallsUsed: 81, warning: 80 }))
    expect((await warning())?.nextElementSibling).toBe(usage.parentElement)
  })
})

describe('the card', () => {
  test('has used, limit and left with their meter, and the period', async () => {
    account({ ...free, apiCallsUsed: 29 })
    const usage = within(await card())
    const meter = await usage.findByRole('meter', { name: 'Calls used' })
    expect(meter.getAttribute('aria-valuenow')).toBe('29')
    expect(meter.getAttribute('aria-valuetext')).toBe('29 of 100 calls')
    await saysUsed('29 of 100 calls71 left')
    usage.getByText('Jan 15 – Feb 15')
  })

  test('of a plan without a limit has no meter', async () => {
    account({ ...free, tier: 'enterprise', apiCallsUsed: 12_480, apiCallsLimit: -1 })
    await saysUsed('12,480 callsUnlimited')
    expect(screen.queryByRole('meter')).toBeNull()
  })

  test('has a bar for each day in UTC, places for those to come, and the same numbers as a table', async () => {
    account(free)
    const chart = await screen.findByRole('group', { name: 'Calls per day, in UTC' })
    const bars = within(chart).getAllByRole('img')
    expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
      'Jan 15: 9 calls',
      'Jan 16: 0 calls',
      'Jan 17: 3 calls',
    ])
    // January 15 to February 15.
    expect(chart.children).toHaveLength(32)
    expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
    fireEvent.keyDown(bars[2]!, { key: 'ArrowLeft' })
    expect(document.activeElement).toBe(bars[1])
    expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
    const table = screen.getByRole('table', { name: 'Calls per day of this period, in UTC' })
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['DayCalls', 'Jan 159', 'Jan 160', 'Jan 173'])
  })

  test('names keys: those that are there, a session, and one that is revoked', async () => {
    account(free)
    const list = async () =>
      within((await screen.findByRole('heading', { name: 'Calls by key' })).parentElement!)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    await waitFor(async () => expect(await list()).toEqual(['Production6', 'Signed in5', 'Revoked key 0f3a91c7…1']))
    expect(screen.getByRole('heading', { name: 'Calls by voice' }).parentElement?.textContent).toBe(
      'Calls by voicejoe8slt4',
    )
  })

  test('does not call a key revoked whose name could not be read', async () => {
    account(free, { 'GET /api/keys': () => problem(503, 'Not now') })
    await screen.findByText('0f3a91c7…')
    expect((await card()).textContent).not.toContain('Revoked')
  })

  test('shows five of many voices, and the others on request', async () => {
    const voices = Array.from({ length: 7 }, (_, index) => ({ voiceId: `voice-${index}`, calls: 9 - index }))
    account({ ...free, voices })
    await screen.findByText('voice-4')
    expect(screen.queryByText('voice-5')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }))
    screen.getByText('voice-6')
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
    expect(screen.queryByText('voice-5')).toBeNull()
  })

  test('without any call says so, and leads to one', async () => {
    account({ ...free, apiCallsUsed: 0, days: [{ day: '2026-01-15', calls: 0 }], voices: [], keys: [] })
    await screen.findByText('No calls yet')
    expect(screen.getByRole('link', { name: 'Open API Playground' }).getAttribute('href')).toBe('/test')
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
    await saysUsed('0 of 100 calls100 left')
  })

  test('with a call under way has its bars, and no voice yet', async () => {
    account({ ...free, apiCallsUsed: 1, days: [{ day: '2026-01-15', calls: 0 }], voices: [], keys: [] })
    await screen.findByRole('img', { name: 'Jan 15: 0 calls' })
    expect(screen.getAllByText('None of this period’s jobs has ended yet')).toHaveLength(2)
  })

  test('that was refused says why, leaves the others standing, and is asked for again', async () => {
    let isUp = false
    account(free, { 'GET /api/usage': () => (isUp ? answer(free) : problem(404, 'There is no usage yet')) })
    const usage = within(await card())
    await usage.findByText('There is no usage yet')
    await screen.findByRole('heading', { name: 'Referrals' })
    isUp = true
    await userEvent.click(usage.getByRole('button', { name: 'Try again' }))
    await saysUsed('12 of 100 calls')
  })

  test('that nobody answered says so, leaves the others standing, and comes without anybody’s doing', async () => {
    let isUp = false
    account(free, { 'GET /api/usage': () => (isUp ? answer(free) : Promise.reject(new TypeError('down'))) })
    const usage = within(await card())
    await usage.findByText('The server cannot be reached')
    await screen.findByRole('heading', { name: 'Referrals' })
    isUp = true
    await saysUsed('12 of 100 calls')
  })

  test('tells how many calls there are before the address is verified, and leads to where it is', async () => {
    account({ ...free, unverified: { limit: 20, left: 8 } })
    await saysUsed('20 calls are yours before your email address is verified, 8 of them left. Verify it')
    const link = within(await card()).getByRole('link', { name: 'Verify it' })
    expect(link.getAttribute('href')).toBe('/account#profile')
    expect(screen.queryByText(/New jobs are refused/)).toBeNull()
  })

  test('is below a refusal once none of them is left', async () => {
    account({ ...free, unverified: { limit: 12, left: 0 } })
    await screen.findByText('All 12 calls before your email address is verified are used.')
    const link = screen.getByRole('link', { name: 'Open profile' })
    expect(link.getAttribute('href')).toBe('/account#profile')
    expect(link.parentElement?.textContent).toContain('New jobs are refused until you follow the link')
  })

  test('tells the calls of an earlier plan that its days have, and its limit does not', async () => {
    account({ ...paid, takenCalls: 1_500 })
    await saysUsed('300 calls besides were bonus or overage of an earlier plan')
  })

  test('follows jobs that begin and end, at most once in 5 s, and never their progress', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let used = 12
    const { count } = account(free, { 'GET /api/usage': () => answer({ ...free, apiCallsUsed: used }) })
    await vi.waitFor(() => expect(document.body.textContent).toContain('12 of 100 calls'), { timeout: 120_000 })
    expect(count('GET /api/usage')).toBe(1)
    const emit = (status: 'pending' | 'processing' | 'completed') =>
      act(() => accountEvents.emit({ jobId: 'f3a91c7e-0c1d-4c58-9d5e-6a0d4f0a1b2c', status, progress: 0, version: 1 }))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    used = 14
    emit('processing')
    expect(count('GET /api/usage')).toBe(1)
    emit('pending')
    emit('completed')
    emit('pending')
    expect(count('GET /api/usage')).toBe(2)
    await act(() => vi.advanceTimersByTimeAsync(4_900))
    expect(count('GET /api/usage')).toBe(2)
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(count('GET /api/usage')).toBe(3)
    expect(document.body.textContent).toContain('14 of 100 calls')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(count('GET /api/usage')).toBe(3)
  })
})

describe('the spending limit', () => {
  const change = { name: 'Change spending limit' }
  const open = async (usage: UsageView, handlers: Handlers = {}) => {
    const served = account(usage, handlers, { subscriptionTier: usage.tier, apiCallsUsed: usage.apiCallsUsed })
    await userEvent.click(await screen.findByRole('button', change))
    return { ...served, dialog: within(await screen.findByRole('dialog', { name: 'Spending limit' })) }
  }
  const put = 'PUT /api/usage/spending-limit'

  test('is not offered on a plan without overage', async () => {
    account(free)
    await saysUsed('12 of 100 calls')
    expect(screen.queryByRole('button', change)).toBeNull()
    expect((await card()).textContent).not.toContain('Overage')
  })

  test('stands beside the overage and its cost, and says when it is the plan’s price', async () => {
    account({ ...paid, apiCallsUsed: 5_250, overageCallsUsed: 250, overageCost: '10.00', warning: 100 })
    await saysUsed('Overage$10.00 · 250 callsSpending limit$39 · the plan’s price')
  })

  test.each([
    [390, 'From $0, which allows no overage, to $390, which grows with what you have paid'],
    [undefined, 'From $0, which allows no overage, to $10,000'],
  ])('says how high it may be, and why: %s dollars', async (maxSpendingLimit, hint) => {
    const { dialog } = await open({ ...paid, ...(maxSpendingLimit && { maxSpendingLimit }) })
    await userEvent.selectOptions(dialog.getByLabelText('Limit'), 'own')
    dialog.getByText(hint)
  })

  test('is changed to an amount, read again, and told', async () => {
    let spendingLimit = 39
    const { dialog, count } = await open(paid, {
      'GET /api/usage': () => answer({ ...paid, spendingLimit }),
      [put]: () => {
        spendingLimit = 12.5
        return answer({ spendingLimit, overageCalls: 312 })
      },
    })
    expect(dialog.getByLabelText('Limit')).toHaveProperty('value', 'plan')
    dialog.getByRole('option', { name: 'The plan’s price ($39)' })
    await userEvent.selectOptions(dialog.getByLabelText('Limit'), 'own')
    const amount = dialog.getByLabelText('Amount in US dollars')
    expect(amount).toHaveProperty('value', '39')
    await userEvent.clear(amount)
    await userEvent.type(amount, '12.5')
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Change limit' }))
    await screen.findByText('Spending limit changed')
    screen.getByText('Overage may cost $12.50 in a billing period')
    expect(sentTo(put)).toEqual([{ dollars: 12.5 }])
    expect(count(put)).toBe(1)
    await saysUsed('Spending limit$12.50')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is set back to the plan’s price', async () => {
    const { dialog } = await open(
      { ...paid, spendingLimit: 10 },
      {
        [put]: () => answer({ spendingLimit: 39, overageCalls: 975 }),
      },
    )
    expect(dialog.getByLabelText('Limit')).toHaveProperty('value', 'own')
    await userEvent.selectOptions(dialog.getByLabelText('Limit'), 'plan')
    await userEvent.click(dialog.getByRole('button', { name: 'Change limit' }))
    await screen.findByText('Overage may cost $39 in a billing period')
    expect(sentTo(put)).toEqual([{ dollars: null }])
  })

  test.each(['-1', '10001', '', 'a lot', '12,50'])(
    'of %j is refused at its field, before the server is asked',
    async (text) => {
      const { dialog, count } = await open({ ...paid, spendingLimit: 10 })
      const amount = dialog.getByLabelText('Amount in US dollars')
      await userEvent.clear(amount)
      if (text) await userEvent.type(amount, text)
      await userEvent.click(dialog.getByRole('button', { name: 'Change limit' }))
      await dialog.findByText('dollars must be between 0 and 10,000')
      expect(amount.getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(amount)
      expect(count(put)).toBe(0)
      await userEvent.clear(amount)
      await userEvent.type(amount, '12')
      await waitFor(() => expect(dialog.queryByText('dollars must be between 0 and 10,000')).toBeNull())
    },
  )

  test('shows the server’s sentence at the field that it names, else above the buttons', async () => {
    const details = [{ field: 'dollars', message: 'dollars must be between 0 and 10,000' }]
    let isNamed = true
    const { dialog } = await open(
      { ...paid, spendingLimit: 10 },
      {
        [put]: () =>
          isNamed
            ? problem(400, 'dollars must be between 0 and 10,000', { details })
            : problem(409, 'This plan has no overage'),
      },
    )
    const send = () => userEvent.click(dialog.getByRole('button', { name: 'Change limit' }))
    await send()
    await dialog.findByText('dollars must be between 0 and 10,000')
    expect(dialog.queryByRole('alert')).toBeNull()
    isNamed = false
    await send()
    expect((await dialog.findByRole('alert')).textContent).toBe('This plan has no overage')
  })

  test('counts down from Retry-After on its button', async () => {
    const { dialog, count } = await open(paid, {
      [put]: () => problem(429, 'Rate limit exceeded', {}, { 'retry-after': '7' }),
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Change limit' }))
    const button = await dialog.findByRole('button', { name: /^Try again in [67] s$/ })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.click(button)
    expect(count(put)).toBe(1)
  })
})

describe('the CSV', () => {
  const csv = 'GET /api/usage?format=csv'
  const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))

  test('is saved under the server’s name', async () => {
    const saved: string[] = []
    const made: Blob[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.href} ${this.download}`)
    })
    URL.createObjectURL = (blob: Blob) => {
      made.push(blob)
      return 'blob:here'
    }
    URL.revokeObjectURL = () => {}
    const disposition = 'attachment; filename="usage-2026-01-15-2026-01-17.csv"'
    account(free, { [csv]: () => answer('day,key,voice,calls\r\n', 200, { 'content-disposition': disposition }) })
    await save()
    await waitFor(() => expect(saved).toEqual(['blob:here usage-2026-01-15-2026-01-17.csv']))
    expect(made[0]?.size).toBe('day,key,voice,calls\r\n'.length)
    vi.restoreAllMocks()
  })

  test('that is refused says why; a 429 counts down', async () => {
    account(free, { [csv]: () => problem(429, 'Rate limit exceeded', {}, { 'retry-after': '9' }) })
    await save()
    await screen.findByText('Rate limit exceeded')
    await screen.findByRole('button', { name: /^Try again in [89] s$/ })
  })
})
