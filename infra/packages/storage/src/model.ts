import { type Connection, type Model, mongo, type Schema } from 'mongoose'
import { ensureIndexes } from './indexes.ts'
import { limitTime } from './max-time.ts'

/** A model whose collection and indexes exist, and whose queries end in time. */
export async function openModel<Document>(
  connection: Connection,
  name: string,
  schema: Schema<Document>,
): Promise<Model<Document>> {
  const model = connection.model<Document>(name, schema, name) as unknown as Model<Document>
  await ensureIndexes(model)
  limitTime(model.collection)
  return model
}

/** Whether a unique index has the value already. */
export const isDuplicate = (error: unknown): boolean => (error as { code?: number } | null)?.code === 11_000

/** The places of the documents of one unordered write that a unique index has already; undefined for a fault of another kind. */
export function duplicatesOf(error: unknown): Set<number> | undefined {
  const { writeErrors } = (error ?? {}) as {
    writeErrors?: { code?: number; index?: number }[] | { code?: number; index?: number }
  }
  const faults = [writeErrors ?? []].flat()
  if (faults.length === 0 || !faults.every(isDuplicate)) return undefined
  return new Set(faults.flatMap(({ index }) => index ?? []))
}

/** Ignores that another process made the same insertion, or several: `.catch(unlessThere)`. */
export function unlessThere(error: unknown): void {
  // The error of several writes has the code of their first fault, whatever the others are.
  const isOfSeveral = error instanceof mongo.MongoBulkWriteError
  if (isOfSeveral ? !duplicatesOf(error) : !isDuplicate(error)) throw error
}
