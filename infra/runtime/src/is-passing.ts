/**
 * Faults that end by themselves: a store or the broker is away, a deadline passed, the disk is full. Everything else is a fault
 * of ours. Drivers tell theirs by name, by code or by words alone.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  return (
    /^(Mongo(ServerSelection|Network|NetworkTimeout|PoolCleared|WaitQueueTimeout|NotConnected|WriteConcern)|KafkaJS|MaxRetriesPerRequest|Abort|Timeout)/.test(
      error.name,
    ) ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|UND_ERR)/.test(code) ||
    /broker did not answer|wait for the broker|Command timed out|Connection is closed|isn't writeable|topology/i.test(
      error.message,
    )
  )
}
