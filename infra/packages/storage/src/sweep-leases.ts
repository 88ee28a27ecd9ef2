import { type Connection, Schema } from 'mongoose'
import { isDuplicate, openModel } from './model.ts'

type Lease = { _id: string; owner: string; until: Date }

export type SweepLeases = {
  /**
   * Takes the lease of a sweep when it is free, or renews the owner's. False when another replica holds it. Clocks that differ make
   * leases longer or shorter; two sweeps at once do no harm.
   */
  hold(sweep: string, owner: string, now: Date, until: Date): Promise<boolean>
}

/** Leases of sweeps, a document each, so that one replica sweeps for all. */
export async function openSweepLeases(connection: Connection): Promise<SweepLeases> {
  const schema = new Schema<Lease>({ _id: String, owner: String, until: Date }, { versionKey: false })
  const model = await openModel(connection, 'sweeps', schema)
  return {
    async hold(sweep, owner, now, until) {
      try {
        await model.updateOne(
          { _id: sweep, $or: [{ owner }, { until: { $lte: now } }] },
          { $set: { owner, until } },
          { upsert: true },
        )
        return true
      } catch (error) {
        // Another replica holds it: the upsert tried to insert a second document.
        if (isDuplicate(error)) return false
        throw error
      }
    },
  }
}
