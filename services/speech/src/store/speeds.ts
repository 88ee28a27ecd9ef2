import { isDuplicate, openModel } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'
import type { Speeds } from '../domain/default-voice.ts'

/** `_id` is the model with its version. */
type Speed = { _id: string; realTimeFactor: number; measuredAt: Date }

const maxModels = 100

/** How quickly this installation's machines speak, a document a model. */
export async function openSpeeds(connection: Connection): Promise<Speeds> {
  const schema = new Schema<Speed>({ _id: String, realTimeFactor: Number, measuredAt: Date }, { versionKey: false })
  const speeds = await openModel(connection, 'speeds', schema)
  return {
    // A document a version of a model: a handful.
    async all() {
      const known = await speeds.find().sort({ _id: 1 }).limit(maxModels).lean()
      return Object.fromEntries(known.map(({ _id, realTimeFactor }) => [_id, realTimeFactor]))
    },
    async find(model, measure, now) {
      const known = await speeds.findById(model).lean()
      if (known) return known.realTimeFactor
      const measured = { realTimeFactor: await measure(), measuredAt: now }
      // A duplicate key is another replica, which measured at the same time and was first.
      await speeds.updateOne({ _id: model }, { $setOnInsert: measured }, { upsert: true }).catch(unlessDuplicate)
      return (await speeds.findById(model).lean())?.realTimeFactor ?? measured.realTimeFactor
    },
  }
}

function unlessDuplicate(error: unknown): void {
  if (!isDuplicate(error)) throw error
}
