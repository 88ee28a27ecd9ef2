import { openModel } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'

type Switch = { _id: string; offSince: Date }

export type VendorSwitches = {
  /** The vendors that are off, and since when. */
  off(): Promise<Map<string, Date>>
  /** Once more changes nothing: the first moment stays. */
  switchOff(vendor: string, now: Date): Promise<void>
  switchOn(vendor: string): Promise<void>
}

/** Vendors that the operator has switched off, a document each; those that are on have none. */
export async function openVendorSwitches(connection: Connection): Promise<VendorSwitches> {
  const schema = new Schema<Switch>({ _id: String, offSince: Date }, { versionKey: false })
  const model = await openModel(connection, 'vendors', schema)
  return {
    off: async () => new Map((await model.find().lean<Switch[]>()).map(({ _id, offSince }) => [_id, offSince])),
    async switchOff(vendor, now) {
      await model.updateOne({ _id: vendor }, { $setOnInsert: { offSince: now } }, { upsert: true })
    },
    async switchOn(vendor) {
      await model.deleteOne({ _id: vendor })
    },
  }
}
