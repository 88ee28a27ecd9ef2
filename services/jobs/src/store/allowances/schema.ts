import { Schema } from 'mongoose'
import type { Allowance, Member } from '../../domain/allowance/allowance.ts'
import type { PastSegment } from '../../domain/allowance/past-segments.ts'
import type { RecentTotals } from '../../domain/allowance/totals.ts'

/** The document of an account, and the indexes by which the sweeps find it. */
export function allowanceSchema() {
  const member = new Schema<Member>({ id: String, period: Date, month: Date, keyId: String }, { _id: false })
  const past = new Schema<PastSegment>(
    {
      period: Date,
      month: Date,
      tier: String,
      adjustment: Number,
      planCalls: Number,
      carriedCalls: Number,
      balance: Number,
      overagePrice: Number,
      used: Number,
      bonus: Number,
      overage: Number,
      keyCalls: Schema.Types.Mixed,
      isClosed: Boolean,
    },
    { _id: false },
  )
  const totals = { completed: Number, failed: Number }
  const schema = new Schema<Allowance & { recent: RecentTotals }>(
    {
      _id: String,
      rev: Number,
      tier: String,
      status: String,
      anchor: Date,
      period: Date,
      monthStart: Date,
      periodEnd: Date,
      adjustment: Number,
      used: Number,
      keyCalls: Schema.Types.Mixed,
      callLimit: Number,
      planCalls: Number,
      carriedCalls: Number,
      overageCalls: Number,
      bonusEarned: Number,
      bonusSpent: Number,
      spendingLimit: Number,
      maxSpendingLimit: Number,
      limitsRev: Number,
      continued: new Schema({ accounts: [String], calls: Number, month: Date }, { _id: false }),
      suspended: Boolean,
      closedAt: Date,
      forgetAt: Date,
      past: { type: [past], default: undefined },
      concurrency: Number,
      ownConcurrency: Number,
      active: [member],
      reserved: [member],
      backlog: Boolean,
      removals: Number,
      refunded: { type: [String], default: undefined },
      refundedRev: Number,
      recountAt: Date,
      reconcileAt: Date,
      unsummedFrom: Date,
      lastDay: Date,
      sumAt: Date,
      summing: Date,
      sums: Number,
      billingVersion: Number,
      referralVersion: Number,
      totals,
      recent: Schema.Types.Mixed,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ reconcileAt: 1 })
  schema.index({ recountAt: 1 })
  schema.index({ sumAt: 1 }, { partialFilterExpression: { sumAt: { $exists: true } } })
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0, partialFilterExpression: { forgetAt: { $exists: true } } })
  return schema
}
