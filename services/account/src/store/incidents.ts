import { openModel } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'
import type { Incident, IncidentUpdate } from '../domain/incident.ts'

/** More is no incident any more. */
const maxUpdates = 50

export type Incidents = Awaited<ReturnType<typeof openIncidents>>

/** Incidents of the status page: a few a year. */
export async function openIncidents(connection: Connection) {
  const update = new Schema<IncidentUpdate>({ at: Date, state: String, text: String }, { _id: false })
  const schema = new Schema<Incident>(
    { _id: String, title: String, parts: [String], openedAt: Date, resolvedAt: Date, updates: [update] },
    { versionKey: false },
  )
  schema.index({ openedAt: -1 })
  const model = await openModel(connection, 'incidents', schema)
  return {
    async add(incident: Incident): Promise<void> {
      await model.insertOne(incident)
    },
    /** @returns null where there is none of this id, or it has as many updates as it may */
    addUpdate: (id: string, added: IncidentUpdate) =>
      model
        .findOneAndUpdate(
          { _id: id, [`updates.${maxUpdates - 1}`]: { $exists: false } },
          {
            $push: { updates: added },
            ...(added.state === 'resolved' ? { $set: { resolvedAt: added.at } } : { $unset: { resolvedAt: 1 } }),
          },
          { returnDocument: 'after' },
        )
        .lean<Incident | null>(),
    /** Newest first: those that are open, and those that began since. */
    list: (since: Date, limit: number) =>
      model
        .find({ $or: [{ openedAt: { $gte: since } }, { resolvedAt: { $exists: false } }] })
        .sort({ openedAt: -1 })
        .limit(limit)
        .lean<Incident[]>(),
  }
}
