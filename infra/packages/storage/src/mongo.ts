// First, since it patches the driver that the next lines load.
import './driver-writes.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { addTimeLimitCheck, addTransientCheck, isTransient } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import mongoose, { type Connection, type ConnectOptions } from 'mongoose'
import { type IndexPolicy, setIndexPolicy } from './indexes.ts'
import { completeAddress } from './mongo-address.ts'
import { isTimeLimitMongo, isTransientMongo } from './transient-mongo.ts'

addTransientCheck(isTransientMongo)
addTimeLimitCheck(isTimeLimitMongo)

export type Mongo = { connection: Connection; close(): Promise<void>; check(): Promise<unknown> }

export type MongoOptions = {
  /** The treatment of missing indexes; see `indexes.ts`. */
  indexes?: IndexPolicy
  /** Time without an answer after which a connection is closed, in ms; 0 for never. */
  socketTimeoutMs?: number
  /** Whether the client emits each command; default false. */
  monitorCommands?: boolean
  /** Time for which a database that is unavailable at first is asked again, in ms: an election takes longer than a selection. */
  startLimitMs?: number
}

const startPauseMs = 250

/**
 * Opens a connection pool to a service's own database.
 * @param url of any documented form; a database in it is the one of its user, not the one that is opened
 */
export async function openMongo(
  url: string,
  database: string,
  log: Log,
  { indexes = 'build', socketTimeoutMs = 20_000, monitorCommands = false, startLimitMs = 10_000 }: MongoOptions = {},
): Promise<Mongo> {
  const connection = mongoose.createConnection()
  const options: ConnectOptions = {
    dbName: database,
    monitorCommands,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    maxPoolSize: 50,
    // An unavailable database is an error within a second, so that a request can be refused in time.
    serverSelectionTimeoutMS: 1_000,
    waitQueueTimeoutMS: 2_000,
    socketTimeoutMS: socketTimeoutMs,
    connectTimeoutMS: 2_000,
    writeConcern: { w: 'majority' },
    // Reads of data that cannot be rolled back: a primary cut off from its majority would otherwise return changes that never happened.
    readConcern: { level: 'majority' },
    // No retries by the driver: a repeated `take` would charge twice.
    retryWrites: false,
    retryReads: true,
  }
  setIndexPolicy(connection, indexes)
  connection.on('error', (error) => log.warn({ err: error }, 'mongo'))
  const untilMs = Date.now() + startLimitMs
  for (;;) {
    try {
      await connection.openUri(completeAddress(url), options)
      break
    } catch (error) {
      if (!isTransient(error) || Date.now() > untilMs) throw error
      await pause(startPauseMs)
    }
  }
  return {
    connection,
    close: () => connection.close(),
    check: async () => connection.db?.command({ ping: 1 }),
  }
}
