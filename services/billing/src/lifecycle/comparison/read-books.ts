import { maxSegments } from '@utter/contracts/calls'
import { planOf } from '@utter/contracts/plans'
import type { StripeDeps } from '../../deps.ts'
import { type BonusBooks, spentBefore } from '../../domain/bonus-calls.ts'
import { mayBePastPlan } from '../../domain/differences.ts'
import { netOf } from '../../domain/overcharges.ts'
import type { Subscription } from '../../domain/subscription.ts'
import type { InvoiceItem } from '../../store/invoice-items.ts'

export type Books = BonusBooks & { intended: InvoiceItem[] }

/** The figures by which an account's bills are compared, here and at jobs. */
export async function readBooks(
  { items, jobs, ledger, plans }: Pick<StripeDeps, 'items' | 'jobs' | 'ledger' | 'plans'>,
  { _id: userId, terms = [], splits = [] }: Subscription,
): Promise<Books> {
  const [first] = terms
  const intended = await items.of(userId)
  const present = first ? await ledger.bySegment(userId, first.period) : []
  // Without calls past a plan, and without an item, there is no overage, whatever bonus calls jobs has.
  const isAsked = intended.length > 0 || mayBePastPlan(terms, present)
  const held = isAsked ? (await jobs.segments(userId)).map((one) => ({ ...one, start: new Date(one.start) })) : []
  // Rows before the first terms, of the free plan, are needed as long as none of the terms has made room.
  const isAnchored = terms.length === maxSegments || spentBefore({ terms, splits, held }) !== undefined
  const rows = isAnchored || !isAsked ? present : await ledger.bySegment(userId, new Date(0))
  return {
    ...{ terms, splits, held, rows, intended },
    items: intended.map((item) => ({ segment: item.segment, quantity: netOf(item) })),
    freeCalls: planOf(plans, 'free').apiCallsLimit,
  }
}
