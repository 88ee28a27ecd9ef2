import type { Collection } from 'mongoose'

/** A little less than the time of a response (5 s): the server ends a query before its client gives up, and the connection is free. */
export const maxTimeMs = 4_000

/** The index of the options among the arguments of the driver's methods, through which mongoose's queries go too. */
const optionsAt = {
  aggregate: 1,
  bulkWrite: 1,
  countDocuments: 1,
  deleteMany: 1,
  deleteOne: 1,
  distinct: 2,
  find: 1,
  findOne: 1,
  findOneAndDelete: 1,
  findOneAndReplace: 2,
  findOneAndUpdate: 2,
  insertMany: 1,
  insertOne: 1,
  replaceOne: 2,
  updateMany: 2,
  updateOne: 2,
} as const

type Method = (...args: unknown[]) => unknown

/**
 * Sets `maxTimeMS` on each query of a collection, unless it has its own, so that it ends at the server too. The driver has no default
 * for it but `timeoutMS`, with which reads are retried until the time is over: a request would fail after 4 s instead of one.
 */
export function limitTime(collection: Collection): void {
  const methods = collection as unknown as Record<string, Method>
  for (const [name, index] of Object.entries(optionsAt)) {
    const method = methods[name]?.bind(collection)
    if (!method) throw new Error(`the driver's collections have no ${name}: see max-time.ts`)
    methods[name] = (...args) => {
      args[index] = { maxTimeMS: maxTimeMs, ...(args[index] as object | undefined) }
      return method(...args)
    }
  }
}
