import { Schema } from 'mongoose'
import type { Allowance, Member } from '../../domain/allowance.ts'
import type { PastPeriod } from '../../domain/past-periods.ts'
import type { RecentTotals } from '../../domain/totals.ts'

/** One document an account, and the indexes by which the sweeps find it. */
export function allowanceSchema() {
  const member = new Schema<Member>({ id: String, period: Date, keyId: String }, { _id: false })
  const past = new Schema<PastPeriod>(
    { period: Date, adjustment: Number, planCalls: Number, balance: Number, bonus: Number },
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
      periodEnd: Date,
      adjustment: Number,
      used: Number,
      keyCalls: Schema.Types.Mixed,
      callLimit: Number,
      planCalls: Number,
      overageCalls: Number,
      bonusEarned: Number,
      bonusSpent: Number,
      spendingLimit: Number,
      limitsRev: Number,
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
  return schema
}
