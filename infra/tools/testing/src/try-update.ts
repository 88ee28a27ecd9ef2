import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import type { mongo } from 'mongoose'
import { expect, inject } from 'vitest'
import './setup/provided.ts'

/** A database of a test's own. */
export const openDatabase = (name: string) =>
  openMongo(inject('backing').MONGO_URL, `${name}-${randomUUID().slice(0, 8)}`, createLog('testing', 'silent'))

type Tried = { result: unknown; changed: object | null }

/**
 * Tries an update on a document that stands beside another one, which it must leave alone even where it would match it.
 * @returns the update's result, and the changed fields, removed ones as null; null: the document is removed
 */
export async function tryUpdate<Held extends { _id: string }>(
  collection: mongo.Collection<Held>,
  [own, other]: [Held, Held],
  act: () => Promise<unknown>,
): Promise<Tried> {
  const read = async ({ _id }: Held) => (await collection.findOne({ _id } as never)) as Held | null
  await collection.deleteMany({})
  // The other one first: it would be found first. A field that is undefined is absent.
  await collection.insertMany([other, own] as never[], { ignoreUndefined: true })
  const before = await read(own)
  const result = await act()
  expect(await read(other)).toEqual(other)
  const after = await read(own)
  return { result, changed: before && after && changedFields(before, after) }
}

const changedFields = (before: object, after: object): object => {
  const removed = Object.fromEntries(Object.keys(before).map((field) => [field, null]))
  const isChanged = ([field, value]: [string, unknown]) => !isDeepStrictEqual(value, before[field as never])
  return Object.fromEntries(Object.entries({ ...removed, ...after }).filter(isChanged))
}
