import { isDeepStrictEqual } from 'node:util'
import type { Connection } from 'mongoose'
import { expect } from 'vitest'

type Document = { _id: string }

/** Fields in which a document differs from what it was; null: removed. */
function changedFields(before: object, after: object): object {
  const removed = Object.fromEntries(Object.keys(before).map((field) => [field, null]))
  return Object.fromEntries(
    Object.entries({ ...removed, ...after }).filter(
      ([field, value]) => !isDeepStrictEqual(value, before[field as never]),
    ),
  )
}

/**
 * Tries an update on a document beside another one that is found first and differs by its id alone: a filter without the id changes that one,
 * which fails. @param different fields in which the other one has to differ too, for a unique index @returns the update's result and the fields that it changed; null: the document is removed
 */
export async function trial<Own extends Document, Result>(
  connection: Connection,
  name: string,
  own: Own,
  act: (own: Own) => Promise<Result>,
  different: Partial<Own> = {},
): Promise<{ result: Result; changed: object | null }> {
  const collection = connection.collection<Document>(name)
  const other = { ...own, _id: 'another', ...different }
  await collection.deleteMany({})
  await collection.insertMany([other, own])
  const result = await act(own)
  expect(await collection.findOne({ _id: other._id }), 'the document beside it').toEqual(other)
  const after = await collection.findOne({ _id: own._id })
  return { result, changed: after && changedFields(own, after) }
}
