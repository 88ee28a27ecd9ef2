import { Schema } from 'mongoose'
import type { Allowance, Member, Recent } from '../domain/allowance.ts'

/** One document an account, and the indexes by which the sweeps find it. */
export function allowanceSchema() {
  const member = new Schema<Member>({ id: String, period: Date }, { _id: false })
  const totals = { completed: Number, failed: Number }
  const schema = new Schema<Allowance & { recent: Recent }>(
    {
      _id: String,
      rev: Number,
      tier: String,
      anchor: Date,
      period: Date,
      periodEnd: Date,
      base: Number,
      used: Number,
      room: Number,
      limit: Number,
      places: [member],
      open: [member],
      backlog: Boolean,
      ends: Number,
      returned: { type: [String], default: undefined },
      returnedRev: Number,
      recountAt: Date,
      lookAt: Date,
      billingVersion: Number,
      totals,
      recent: Schema.Types.Mixed,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ lookAt: 1 })
  schema.index({ recountAt: 1 })
  return schema
}
