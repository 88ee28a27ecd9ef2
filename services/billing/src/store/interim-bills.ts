import type { Model } from 'mongoose'
import type { Subscription } from '../domain/subscription.ts'

type Row = { userId: string; segment: Date; period: Date }

/**
 * The updates by which a row of the ledger counts, in this order. Where the segment's calls are not counted yet the account is due, so that
 * they are: a segment that has just begun, or that an older version of this service knows. A late row of an earlier segment of the period
 * leaves the present one a call less as well: one of the plan's, or of those that are lent.
 */
export function interimUpdates({ userId, segment, period }: Row, at: Date) {
  const isPresent = { $or: [{ segmentStart: segment }, { segmentStart: { $exists: false }, periodStart: segment }] }
  const isPaid = { stripeSubscriptionId: { $exists: true }, 'interim.segment': { $ne: segment }, ...isPresent }
  const isCounted = { _id: userId, periodStart: period, interim: { $exists: true } }
  return [
    {
      updateOne: {
        filter: { _id: userId, ...isPaid },
        update: { $set: { interim: { segment, callsLeft: 1, rev: 0 } } },
      },
    },
    { updateOne: { filter: isCounted, update: { $inc: { 'interim.callsLeft': -1 } } } },
    {
      updateOne: {
        filter: { ...isCounted, 'interim.callsLeft': { $lte: 0 } },
        update: { $min: { interimDueAt: at } },
      },
    },
  ]
}

/** Writes about the bills of a period that goes on. */
export const interimBills = (model: Model<Subscription>) => ({
  /**
   * The account was looked through: so many calls are left from the rows that were counted, less those that came since it was read. They are
   * taken off by the difference, so that none is lost; where too few are left the next row makes it due again.
   */
  async interimCounted({ _id, interim }: Subscription, callsLeft: number): Promise<void> {
    if (!interim) return
    const { segment, rev, callsLeft: before } = interim
    await model.updateOne(
      { _id, 'interim.segment': segment, 'interim.rev': rev },
      { $inc: { 'interim.callsLeft': callsLeft - before, 'interim.rev': 1 }, $unset: { interimDueAt: 1 } },
    )
  },
  /** The account is not looked through: it has been deleted. */
  async dropInterim({ _id }: Subscription): Promise<void> {
    await model.updateOne({ _id }, { $unset: { interimDueAt: 1 } })
  },
  /** An interim bill could not be paid; its status is published by the next refresh, which a dead process leaves to a sweep. */
  async billUnpaid(userId: string, invoiceId: string, now: Date): Promise<void> {
    await model.updateOne({ _id: userId }, { $set: { unpaidBill: invoiceId }, $min: { checkAt: now } })
  },
  /** It was paid since, or is void. */
  async billSettled(userId: string, invoiceId: string): Promise<void> {
    await model.updateOne({ _id: userId, unpaidBill: invoiceId }, { $unset: { unpaidBill: 1 } })
  },
})
