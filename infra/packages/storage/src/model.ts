import type { Connection, Model, Schema } from 'mongoose'
import { openIndexes } from './indexes.ts'
import { limitTime } from './max-time.ts'

/** A model whose collection and indexes are there: what a store asks can be answered as it was meant, and ends in time. */
export async function openModel<Document>(
  connection: Connection,
  name: string,
  schema: Schema<Document>,
): Promise<Model<Document>> {
  const model = connection.model<Document>(name, schema, name) as unknown as Model<Document>
  await openIndexes(model)
  limitTime(model.collection)
  return model
}

/** A unique index has the value already. */
export const isDuplicate = (error: unknown): boolean => (error as { code?: number } | null)?.code === 11_000

/** For an insertion that somebody else may have made: `.catch(unlessThere)`. */
export function unlessThere(error: unknown): void {
  if (!isDuplicate(error)) throw error
}
