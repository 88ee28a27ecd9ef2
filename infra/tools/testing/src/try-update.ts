import { isDeepStrictEqual } from 'node:util'
import type { Connection, mongo } from 'mongoose'
import { expect } from 'vitest'

type Tried<Result> = { result: Result; changed: object | null }

/**
 * Tries an update on a document that stands beside another one, which it must leave alone even where it would match it.
 * @returns the update's result, and the changed fields, removed ones as null; null: the document is removed
 */
export async function tryUpdate<Held extends { _id: string }, Result = unknown>(
  collection: mongo.Collection<Held>,
  [own, other]: [Held, Held],
  act: () => Promise<Result>,
): Promise<Tried<Result>> {
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

/**
 * The same beside a twin that differs by its id alone: a filter without the id changes the twin, which is found first.
 * @param different fields in which the twin has to differ too, for a unique index
 */
export const tryBesideTwin = <Held extends { _id: string }, Result>(
  connection: Connection,
  name: string,
  own: Held,
  act: (own: Held) => Promise<Result>,
  different: Partial<Held> = {},
): Promise<Tried<Result>> => {
  const held = connection.collection(name) as unknown as mongo.Collection<Held>
  return tryUpdate(held, [own, { ...own, _id: 'another', ...different }], () => act(own))
}

const changedFields = (before: object, after: object): object => {
  const removed = Object.fromEntries(Object.keys(before).map((field) => [field, null]))
  const isChanged = ([field, value]: [string, unknown]) => !isDeepStrictEqual(value, before[field as never])
  return Object.fromEntries(Object.entries({ ...removed, ...after }).filter(isChanged))
}
