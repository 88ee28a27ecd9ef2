import type { mongo } from 'mongoose'

/** How many documents one question of an erasure or a sweep is about: their number then decides how many questions there are, and not how long one takes. */
export const portion = 500

/** Deletes what the filter finds, a portion at a time: a try that is cut off leaves less to the next. */
export async function deleteInPortions<Document extends { _id: string }>(
  collection: mongo.Collection<Document>,
  filter: mongo.Filter<Document>,
): Promise<void> {
  for (let found = portion; found === portion; ) {
    const ids = await collection
      .find(filter, { projection: { _id: 1 } })
      .limit(portion)
      .map(({ _id }) => _id)
      .toArray()
    found = ids.length
    if (found > 0) await collection.deleteMany({ ...filter, _id: { $in: ids } } as mongo.Filter<Document>)
  }
}
