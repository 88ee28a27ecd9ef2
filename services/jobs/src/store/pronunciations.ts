import { openModel } from '@utter/storage/model'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { ListedPronunciation } from '../domain/job/pronounced.ts'

type StoredPronunciations = { _id: string; entries: ListedPronunciation[]; updatedAt: Date }
export type PronunciationStore = Awaited<ReturnType<typeof openPronunciations>>

/** The list of an account, in one document: of two that are written at once the last one stays. */
export async function openPronunciations(connection: Connection) {
  const entry = new Schema<ListedPronunciation>(
    { from: String, to: String, caseSensitive: Boolean, wholeWord: Boolean, language: String },
    { _id: false },
  )
  const schema = new Schema<StoredPronunciations>(
    { _id: String, entries: [entry], updatedAt: Date },
    { versionKey: false },
  )
  const model = await openModel(connection, 'pronunciations', schema)
  const lists = model.collection as unknown as mongo.Collection<StoredPronunciations>
  return {
    /** Empty where there is none. */
    entriesOf: async (userId: string): Promise<ListedPronunciation[]> =>
      (await lists.findOne({ _id: userId }, { projection: { entries: 1 } }))?.entries ?? [],
    async replace(userId: string, entries: ListedPronunciation[], updatedAt: Date): Promise<void> {
      await lists.updateOne({ _id: userId }, { $set: { entries, updatedAt } }, { upsert: true })
    },
    async removeOf(userId: string): Promise<void> {
      await lists.deleteOne({ _id: userId })
    },
  }
}
