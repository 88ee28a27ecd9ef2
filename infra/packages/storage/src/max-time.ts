import type { Collection } from 'mongoose'

/** A little less than an answer has (5 s): the server gives a question up before whoever asked it, and its connection is free. */
export const maxTimeMs = 4_000

/** Where the options stand among the arguments of the driver's methods, mongoose's own questions included: all go through these. */
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
 * Gives each question to a collection an end at the server (`maxTimeMS`), unless it brings its own. The driver has no default
 * for it but `timeoutMS`, with which reads are retried until the time is over: a database that is unavailable would be told after 4 s, not one.
 */
export function limitTime(collection: Collection): void {
  const methods = collection as unknown as Record<string, Method>
  for (const [name, index] of Object.entries(optionsAt)) {
    const ask = methods[name]?.bind(collection)
    if (!ask) throw new Error(`the driver's collections have no ${name}: see max-time.ts`)
    methods[name] = (...args) => {
      args[index] = { maxTimeMS: maxTimeMs, ...(args[index] as object | undefined) }
      return ask(...args)
    }
  }
}
