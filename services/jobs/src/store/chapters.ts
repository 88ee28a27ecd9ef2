import { openModel } from '@utter/storage/model'
import { deleteInPortions } from '@utter/storage/portions'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { Chapter, ChapterOutline, ChapterWithPast } from '../domain/works/work.ts'

export type ChapterStore = Awaited<ReturnType<typeof openChapters>>
export type ChapterGuard = mongo.Filter<ChapterWithPast> & { _id: string; userId: string }
export type ChapterUpdate = mongo.UpdateFilter<ChapterWithPast>

const outline = { 'sections.paragraphs.text': 0, past: 0 } as const
/** Documents in one write: 100,000 characters each at the most. */
const portion = 10

/** Chapters of works: one document each, with its texts, some 400 KB at the most, and as much of past ones. */
export async function openChapters(connection: Connection) {
  const schema = new Schema<ChapterWithPast>(
    {
      _id: String,
      userId: String,
      workId: String,
      position: Number,
      title: String,
      voiceId: String,
      revision: Number,
      sections: { type: Schema.Types.Mixed, default: undefined },
      calls: Number,
      published: Schema.Types.Mixed,
      past: { type: Schema.Types.Mixed, default: undefined },
      removedJobs: { type: Schema.Types.Mixed, default: undefined },
      uncounted: { type: Schema.Types.Mixed, default: undefined },
      rev: Number,
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, workId: 1, position: 1 })
  const model = await openModel(connection, 'chapters', schema)
  const chapters = model.collection as unknown as mongo.Collection<ChapterWithPast>

  return {
    async insertAll(all: Chapter[]): Promise<void> {
      for (let at = 0; at < all.length; at += portion) await chapters.insertMany(all.slice(at, at + portion))
    },
    read: (userId: string, id: string): Promise<Chapter | null> =>
      chapters.findOne({ _id: id, userId }, { projection: { past: 0 } }),
    readWithPast: (userId: string, id: string): Promise<ChapterWithPast | null> =>
      chapters.findOne({ _id: id, userId }),
    /** The chapters of a work without their texts, in their order. */
    outlines: (userId: string, workId: string): Promise<ChapterOutline[]> =>
      chapters.find({ userId, workId }, { projection: outline }).sort({ position: 1 }).toArray() as unknown as Promise<
        ChapterOutline[]
      >,
    /** A guarded update of one document, which increments `rev`. @returns the chapter after it, without its texts; null when the guard did not match */
    update: (guard: ChapterGuard, update: ChapterUpdate): Promise<ChapterOutline | null> =>
      chapters.findOneAndUpdate(guard, { ...update, $inc: { ...update.$inc, rev: 1 } } as ChapterUpdate, {
        returnDocument: 'after',
        projection: outline,
      }) as unknown as Promise<ChapterOutline | null>,
    async remove(userId: string, id: string): Promise<void> {
      await chapters.deleteOne({ _id: id, userId })
    },
    async removeOf(userId: string): Promise<void> {
      await deleteInPortions(chapters, { userId })
    },
  }
}
