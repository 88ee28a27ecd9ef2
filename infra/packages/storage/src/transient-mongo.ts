/** The driver's own faults on the way to a server; the server said nothing. */
const driverFaults =
  /^Mongo(ose)?(ServerSelection|Network|NetworkTimeout|PoolClear|PoolCleared|WaitQueueTimeout|NotConnected|WriteConcern|TopologyClosed|OperationTimeout)/

/**
 * What a server says that is not, or no longer, the one to ask, or that had no time: by the specifications "Server Discovery and
 * Monitoring" (state changes), "Retryable Writes" and "Retryable Reads" of MongoDB's drivers. Words of messages differ by version.
 */
const transientCodes = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
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

/** As far as runtime knows the driver: a class of its own would bind it to one. */
type MongoFault = Error & {
  code?: unknown
  hasErrorLabel?(label: string): boolean
}

/** Whether a fault of MongoDB ends by itself: a network, a failover, a shutdown, a deadline. */
export function isTransientMongo(error: Error): boolean {
  if (driverFaults.test(error.name)) return true
  if (!error.name.startsWith('Mongo')) return false
  const { code, hasErrorLabel } = error as MongoFault
  if (typeof code === 'number' && transientCodes.has(code)) return true
  return transientLabels.some((label) => hasErrorLabel?.call(error, label) ?? false)
}
