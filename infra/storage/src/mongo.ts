import type { Log } from '@utter/telemetry/log'
import mongoose, { type Connection } from 'mongoose'

export type Mongo = { connection: Connection; close(): Promise<void>; check(): Promise<unknown> }

/**
 * One connection pool to a service's own database. Indexes are made by the stores' `open…`, which wait for them.
 * @param url without a database; the path of the address is replaced
 */
export async function openMongo(url: string, database: string, log: Log): Promise<Mongo> {
  const connection = mongoose.createConnection(url, {
    dbName: database,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    maxPoolSize: 50,
    // Away is said within a second, so that a request can be refused in time.
    serverSelectionTimeoutMS: 1_000,
    waitQueueTimeoutMS: 2_000,
    socketTimeoutMS: 20_000,
    connectTimeoutMS: 2_000,
    writeConcern: { w: 'majority' },
    // A definite answer or none: the recipe's takes must be sent once.
    retryWrites: false,
    retryReads: true,
  })
  connection.on('error', (error) => log.warn({ err: error }, 'mongo'))
  await connection.asPromise()
  return {
    connection,
    close: () => connection.close(),
    check: async () => connection.db?.command({ ping: 1 }),
  }
}
