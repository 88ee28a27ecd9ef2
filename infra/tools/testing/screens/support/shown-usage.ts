import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { Page } from 'playwright-core'

const usageCard = (page: Page) => page.getByRole('region', { name: 'Usage', exact: true })

const numberIn = (text: string): number => Number(text.replaceAll(',', ''))

/** The figures of My Account's usage, read from the screen. */
export interface ShownUsage {
  used: number
  /** 'Unlimited', or the calls of the plan and the bonus. */
  limit: number | 'Unlimited'
  left: number | undefined
  /** Percent, as the meter has it. */
  meter: number | undefined
  days: { day: string; calls: number }[]
  voices: string[]
  keys: string[]
  overage: string | undefined
  spendingLimit: string | undefined
  warning: string | undefined
}

/** The figures on the screen once the usage is there. */
export async function shownUsage(page: Page): Promise<ShownUsage> {
  const card = usageCard(page)
  await card.getByText(/left$|^Unlimited$/).waitFor()
  const text = (await card.locator('div:has(> span > b)').textContent()) ?? ''
  const [, used = '', limit, left] =
    /([\d,]+) of ([\d,]+) calls([\d,]+) left/.exec(text) ?? /([\d,]+) calls?Unlimited/.exec(text) ?? []
  const meter = card.getByRole('meter')
  const value = async (name: string) => {
    const term = card.getByRole('term').filter({ hasText: name })
    return (await term.count()) > 0
      ? ((await term.locator('xpath=following-sibling::dd/span').textContent()) ?? '')
      : undefined
  }
  const lines = (title: string) =>
    card.locator(`div:has(> h3:text-is("${title}"))`).getByRole('listitem').allTextContents()
  const rows = await card
    .locator('table tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
  const banner = page.getByRole('status').filter({ has: page.getByRole('link', { name: 'See plans' }) })
  return {
    used: numberIn(used),
    limit: limit === undefined ? 'Unlimited' : numberIn(limit),
    left: left === undefined ? undefined : numberIn(left),
    meter: (await meter.count()) > 0 ? Number(await meter.getAttribute('aria-valuenow')) : undefined,
    days: rows.map(([day = '', calls = '']) => ({ day, calls: numberIn(calls) })),
    voices: await lines('Calls by voice'),
    keys: await lines('Calls by key'),
    overage: await value('Overage'),
    // It goes on with '· the plan’s price' where it is that.
    spendingLimit: (await value('Spending limit'))?.split(' ')[0],
    warning: (await banner.count()) > 0 ? ((await banner.locator('p').textContent()) ?? '').trim() : undefined,
  }
}

const utcDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const counted = (calls: number) => calls.toLocaleString('en')
const inDollars = (amount: number) => (Number.isInteger(amount) ? `$${counted(amount)}` : `$${amount.toFixed(2)}`)

/**
 * The figures that the screen must show for an answer.
 * @param limit calls of the plan and the bonus
 * @param names of keys by their ids
 */
export function expectedUsage(usage: UsageView, limit: number | 'Unlimited', names: Record<string, string> = {}) {
  const { apiCallsUsed: used, overageCallsUsed: overage, overageCost, spendingLimit, days } = usage
  const isEmpty = used === 0 && days.every(({ calls }) => calls === 0)
  const keyName = (keyId: string | null) =>
    keyId === null ? 'Signed in' : (names[keyId] ?? `Revoked key ${keyId.slice(0, 8)}…`)
  const none = ['None of this period’s jobs has ended yet']
  const linesOf = (lines: string[]) => (isEmpty ? [] : lines.length > 0 ? lines : none)
  return {
    used,
    limit,
    left: limit === 'Unlimited' ? undefined : Math.max(0, limit - used),
    meter: limit === 'Unlimited' ? undefined : Math.min(100, Math.floor((used * 100) / limit)),
    days: isEmpty ? [] : days.map(({ day, calls }) => ({ day: utcDay.format(new Date(day)), calls })),
    voices: linesOf(usage.voices.map(({ voiceId, calls }) => `${voiceId}${counted(calls)}`)),
    keys: linesOf(usage.keys.map(({ keyId, calls }) => `${keyName(keyId)}${counted(calls)}`)),
    overage:
      spendingLimit === null && overage === 0
        ? undefined
        : `$${overageCost} · ${counted(overage)} ${overage === 1 ? 'call' : 'calls'}`,
    spendingLimit: spendingLimit === null ? undefined : inDollars(spendingLimit),
  }
}
