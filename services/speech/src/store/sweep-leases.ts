import { isDuplicate, openModel } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

type Lease = { _id: string; owner: string; until: Date }

export type SweepLeases = {
  /**
   * Takes the lease of a sweep that is nobody's, or moves one's own: until then it is nobody else's turn. False when somebody else
   * has it. Clocks that differ make turns longer or shorter; two sweeps at once do no harm.
   */
  hold(sweep: string, owner: string, now: Date, until: Date): Promise<boolean>
}

/** One document a sweep: what each replica would do by itself, one of them does for all. */
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
        // It is there, and somebody else's: so a second one would have been made.
        if (isDuplicate(error)) return false
        throw error
      }
    },
  }
}
