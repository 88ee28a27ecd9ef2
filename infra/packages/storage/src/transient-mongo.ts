import mongoose, { mongo } from 'mongoose'

/** The driver's own faults on the way to a server, which has answered nothing. A cleared pool is a network's fault too. */
const driverFaults = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoOperationTimeoutError,
  mongo.MongoWriteConcernError,
  mongoose.Error.MongooseServerSelectionError,
]

/** mongoose has no class for an operation on a connection that is not open: these are plain `MongooseError`s. */
const notConnected = /before initial connection|buffering timed out/

const maxTimeExpired = 50
/**
 * Error codes of a server that is not, or no longer, the one to ask, or that had no time: by the specifications "Server Discovery and
 * Monitoring" (state changes), "Retryable Writes" and "Retryable Reads" of MongoDB's drivers. Words of messages differ by version.
 */
const transientCodes = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound
  maxTimeExpired,
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern; several writes at once throw it by its code alone
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  237, // CursorKilled
  262, // ExceededTimeLimit
  317, // ConnectionPoolExpired
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
])
const transientLabels = ['RetryableWriteError', 'TransientTransactionError', 'RetryableError', 'SystemOverloadedError']

/** Whether a fault of MongoDB ends by itself: a network, a failover, a shutdown, a deadline. */
export function isTransientMongo(error: Error): boolean {
  if (driverFaults.some((fault) => error instanceof fault)) return true
  if (error instanceof mongoose.Error) return notConnected.test(error.message)
  if (!(error instanceof mongo.MongoError)) return false
  // Several writes at once: what broke them off is inside of the error of them all.
  if (error instanceof mongo.MongoBulkWriteError && error.errorResponse instanceof Error)
    return isTransientMongo(error.errorResponse)
  // The driver does not export this class.
  if (error.name === 'MongoWaitQueueTimeoutError') return true
  if (typeof error.code === 'number' && transientCodes.has(error.code)) return true
  return transientLabels.some((label) => error.hasErrorLabel(label))
}

/** Whether the server ended a command that took longer than its `maxTimeMS`. */
export function isTimeLimitMongo(error: Error): boolean {
  if (error instanceof mongo.MongoBulkWriteError && error.errorResponse instanceof Error)
    return isTimeLimitMongo(error.errorResponse)
  // A majority that does not answer in time has the same code.
  if (error instanceof mongo.MongoWriteConcernError) return false
  return error instanceof mongo.MongoServerError && error.code === maxTimeExpired
}
