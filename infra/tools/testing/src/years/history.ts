import type { SeenSubscription } from '@utter/billing/domain/seen-subscription'
import type { InvoiceItem } from '@utter/billing/store/invoice-items'
import { maxSegments, thousandthsOf } from '@utter/contracts/calls'
import { monthsAfter } from '@utter/contracts/period'
import { type Plan, planOf, type TierName } from '@utter/contracts/plans'
import { openBillingSide } from './billing-side.ts'
import { openJobsSide } from './jobs-side.ts'
import { type Bill, createModel } from './model.ts'

type Job = { segment: Date; month: Date }
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const sold = ['starter', 'creator', 'pro'] as const
const months = 30

/** A bill that is another than the model's, or what a night found. */
export type Wrong = { at: Date; model: unknown; bill: unknown }

/** Cents that were billed at the ends of periods; items in between; calls that were given back. */
export type Lived = { wrong: Wrong[]; billed: number; interims: number; creditedCalls: number }

/** Thirty months of a customer's life, drawn at random: what differs between each bill and the model, and what the nights find. */
export async function liveThrough(random: () => number, plans: Plan[]): Promise<Lived> {
  const chance = (part: number) => random() < part
  const below = (count: number) => Math.floor(random() * count)
  const days = [1, 15, 28, 29, 30, 31]
  const signedUpAt = new Date(Date.UTC(2027, below(12), days[below(days.length)], below(24)))
  const model = createModel()
  const priceOf = (tier: TierName) => {
    const { overageEnabled, overagePrice } = planOf(plans, tier)
    return overageEnabled && overagePrice !== null ? thousandthsOf(overagePrice) : null
  }
  const begin = (start: Date, month: Date, tier: TierName) =>
    model.begin(start.getTime(), month.getTime(), planOf(plans, tier).apiCallsLimit, priceOf(tier))
  const beginFree = (start: Date) => {
    if (!model.isBegun(start.getTime())) begin(start, start, 'free')
  }
  beginFree(signedUpAt)
  const jobs = openJobsSide({
    plans,
    signedUpAt,
    // More than a month can have, so that each is billed before it is forgotten.
    kept: 8 + below(maxSegments - 8),
    onEnd(ended, next) {
      model.end(ended.getTime())
      if (next) beginFree(next)
    },
  })
  const billing = openBillingSide(plans, signedUpAt, jobs.segments)

  let now = signedUpAt
  let earned = 0
  let subscription: SeenSubscription | undefined
  let [subscriptions, billed, interims, creditedCalls] = [0, 0, 0, 0]
  const open: Job[] = []
  const late: Job[] = []
  const counts = new Map<number, number>()
  const wrong: Wrong[] = []
  const count = ({ segment }: Job, by: number) =>
    counts.set(segment.getTime(), (counts.get(segment.getTime()) ?? 0) + by)

  function take(calls: number): void {
    for (let call = 0; call < calls; call++) {
      const job = jobs.take(now)
      if (!job) return
      model.take(job.segment.getTime())
      count(job, 1)
      open.push(job)
    }
  }
  /** Some of the jobs that are under way end: most are completed, and entered in the ledger at once or late. */
  function endSome(part: number): void {
    for (const job of open.splice(0)) {
      if (!chance(part)) open.push(job)
      else if (chance(0.15)) {
        model.fail(job.segment.getTime(), jobs.refund(job.segment))
        count(job, -1)
      } else if (chance(0.1)) late.push(job)
      else enter(job)
    }
  }
  function enter(job: Job): void {
    billing.enter(job)
    model.enter(job.segment.getTime())
  }
  function recount(): void {
    jobs.recount((segment) => ({
      calls: counts.get(segment.getTime()) ?? 0,
      isOpen: open.some((one) => one.segment.getTime() === segment.getTime()),
    }))
    model.recount()
  }
  /** Stripe's state is applied, and published to jobs. */
  function refresh(seen: SeenSubscription[], isPublished = true): void {
    const state = billing.refresh(seen, now)
    const last = state?.terms?.at(-1)
    if (!state || !last) return
    begin(last.segment, last.period, last.tier)
    if (isPublished) jobs.state(state, now)
  }
  async function bill(): Promise<void> {
    const { items, isDone, credits } = await billing.bill(now)
    const present = billing.account().terms?.at(-1)?.period.getTime()
    const ended = new Set(
      (billing.account().terms ?? [])
        .filter(({ period }) => period.getTime() !== present)
        .map(({ segment }) => segment.getTime()),
    )
    const expected = model.bill((start) => ended.has(start))
    const made = [...items.map(billOf), ...creditsOf(credits)]
    creditedCalls -= made.reduce((sum, { calls }) => sum + Math.min(0, calls), 0)
    billed += made.reduce((sum, one) => sum + one.cents, 0)
    const inOrder = (list: typeof made) => JSON.stringify(list.toSorted((a, b) => a.start - b.start))
    if (!isDone || inOrder(expected) !== inOrder(made)) wrong.push({ at: now, model: expected, bill: made })
    // A call that jobs has counted, and the ledger not yet, is a difference until it comes.
    const found = late.length > 0 ? [] : billing.differences(now)
    if (found.length > 0) wrong.push({ at: now, model: [], bill: found })
  }
  /** The bill of a month that goes on, where a row has made it due. */
  async function interim(): Promise<void> {
    const open = billing.account().terms?.at(-1)?.segment.getTime()
    if (open === undefined || !subscription) return
    const step = billing.step() * 1_000
    if (!billing.isInterimDue()) {
      const missed = model.interim(open, step, true)
      if (missed.length > 0) wrong.push({ at: now, model: missed, bill: 'not due' })
      return
    }
    const expected = model.interim(open, step)
    model.interimMade(expected)
    const made = (await billing.billInterim(now)).map(billOf)
    interims += made.length
    if (JSON.stringify(expected) !== JSON.stringify(made)) wrong.push({ at: now, model: expected, bill: made })
  }
  function subscribe(): void {
    const tier = sold[below(sold.length)] ?? 'starter'
    const isLonger = chance(0.25) || undefined
    subscription = {
      ...{ id: `sub_${++subscriptions}`, status: 'active', tier },
      ...{ createdAt: now, periodStart: now, periodEnd: monthsAfter(now, isLonger ? 12 : 1) },
      ...(isLonger && { isLonger }),
    }
    refresh([subscription])
  }
  /** A change of the plan at Stripe: at once, at the period's end, of its payment. */
  function change(before: SeenSubscription): SeenSubscription {
    const { cancelAt, nextTier, ...rest } = before
    const higher = sold.filter((tier) => sold.indexOf(tier) > sold.indexOf(before.tier as 'pro'))
    const lower = sold.filter((tier) => sold.indexOf(tier) < sold.indexOf(before.tier as 'pro'))
    const [up, down] = [higher[below(higher.length)], lower[below(lower.length)]]
    const kinds: SeenSubscription[] = [
      rest,
      { ...rest, cancelAt: before.periodEnd },
      { ...rest, status: chance(0.5) ? 'past_due' : 'unpaid' },
      { ...rest, status: 'active' },
      ...(up ? [{ ...rest, tier: up }] : []),
      ...(down ? [{ ...rest, nextTier: down }] : []),
    ]
    return kinds[below(kinds.length)] ?? rest
  }
  /** Something happens at a moment of the month. */
  function act(): void {
    if (chance(0.6)) take(below(16))
    if (chance(0.7)) endSome(random())
    if (chance(0.2)) {
      const calls = 1 + below(6)
      earned += calls
      model.earn(calls)
      jobs.earn(earned)
    }
    if (chance(0.3)) recount()
    if (subscription && chance(0.25)) {
      subscription = change(subscription)
      refresh([subscription])
    }
    if (!subscription && chance(0.3)) subscribe()
  }
  /** The period is over at Stripe. */
  function renew(before: SeenSubscription): void {
    const { cancelAt, nextTier, ...rest } = before
    if (cancelAt) {
      refresh([{ ...rest, status: 'ended', endedAt: before.periodEnd }])
      subscription = undefined
      return
    }
    subscription = {
      ...rest,
      tier: nextTier ?? rest.tier,
      periodStart: before.periodEnd,
      periodEnd: monthsAfter(
        before.createdAt,
        monthsBetween(before.createdAt, before.periodEnd) + (before.isLonger ? 12 : 1),
      ),
    }
    refresh([subscription])
  }

  /** The end of the present month of calls: of one that is paid for, or of a part of a year. */
  const monthEnd = () => subscription && billing.account().periodEnd

  for (const end = monthsAfter(signedUpAt, months); now < end; ) {
    const until = monthEnd() ?? new Date(now.getTime() + 31 * dayMs)
    const moments = Array.from(
      { length: 2 + below(5) },
      () => now.getTime() + random() * (until.getTime() - now.getTime()),
    )
    for (const moment of moments.sort((a, b) => a - b)) {
      now = new Date(Math.max(now.getTime() + 2_000, Math.floor(moment)))
      if (now < (monthEnd() ?? until)) {
        act()
        await interim()
      }
    }
    now = new Date(Math.max(until.getTime(), now.getTime()) + (chance(0.5) ? 1 : below(3 * hourMs)))
    if (chance(0.5)) take(below(4))
    if (subscription && subscription.periodEnd <= now) renew(subscription)
    else if (subscription) refresh([subscription])
    if (chance(0.7)) endSome(0.8)
    if (chance(0.5)) for (const job of late.splice(0)) enter(job)
    await bill()
    if (chance(0.5)) recount()
  }
  if (subscription && chance(0.5)) {
    // The account is deleted: its calls end, and all that it owes is billed.
    jobs.close()
    refresh([{ ...subscription, status: 'ended', endedAt: now }], false)
    endSome(1)
    for (const job of late.splice(0)) enter(job)
    await bill()
  }
  return { wrong, billed, interims, creditedCalls }
}

const billOf = ({ segment, quantity, price }: InvoiceItem): Bill => ({
  ...{ start: segment.getTime(), calls: quantity, cents: Math.floor((quantity * price) / 10 + 0.5) },
})

/** By segment, as the model has them. */
function creditsOf(credits: { item: InvoiceItem; cents: number }[]): Bill[] {
  const bySegment = Map.groupBy(credits, ({ item }) => item.segment.getTime())
  return [...bySegment].map(([start, all]) => ({
    start,
    calls: -all.reduce((sum, { item }) => sum + (item.credit?.calls ?? 0), 0),
    cents: all.reduce((sum, { cents }) => sum + cents, 0),
  }))
}

const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
