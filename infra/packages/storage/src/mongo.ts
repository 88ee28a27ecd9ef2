// First: what the next line loads waits for ever without it.
import './driver-writes.ts'
import { addTransientCheck } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import mongoose, { type Connection } from 'mongoose'
import { type IndexPolicy, setIndexPolicy } from './indexes.ts'
import { isTransientMongo } from './transient-mongo.ts'

addTransientCheck(isTransientMongo)

export type Mongo = { connection: Connection; close(): Promise<void>; check(): Promise<unknown> }

export type MongoOptions = {
  /** What a store does about indexes that its collection lacks; see `indexes.ts`. */
  indexes?: IndexPolicy
  /** A connection that says nothing for so long is closed, in ms; 0 for never. */
  socketTimeoutMs?: number
}

/**
 * One connection pool to a service's own database.
 * @param url without a database; the path of the address is replaced
 */
export async function openMongo(
  url: string,
  database: string,
  log: Log,
  { indexes = 'build', socketTimeoutMs = 20_000 }: MongoOptions = {},
): Promise<Mongo> {
  const connection = mongoose.createConnection(url, {
    dbName: database,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    maxPoolSize: 50,
    // Away is said within a second, so that a request can be refused in time.
    serverSelectionTimeoutMS: 1_000,
    waitQueueTimeoutMS: 2_000,
    socketTimeoutMS: socketTimeoutMs,
    connectTimeoutMS: 2_000,
    writeConcern: { w: 'majority' },
    // What is read cannot be rolled back: a primary cut off from its majority would otherwise show changes that never happened.
    readConcern: { level: 'majority' },
    // A definite answer or none: the recipe's takes must be sent once.
    retryWrites: false,
    retryReads: true,
  })
  setIndexPolicy(connection, indexes)
  connection.on('error', (error) => log.warn({ err: error }, 'mongo'))
  await connection.asPromise()
  return {
    connection,
    close: () => connection.close(),
    check: async () => connection.db?.command({ ping: 1 }),
  }
}
