/** Faults that end by themselves: the store or the broker is away, a deadline passed. Everything else is a fault of ours. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  return (
    /^(Mongo(ServerSelection|Network|NetworkTimeout|PoolCleared|WaitQueueTimeout|NotConnected|WriteConcern)|KafkaJS|MaxRetriesPerRequest|Abort|Timeout)/.test(
      error.name,
    ) ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|UND_ERR)/.test(code) ||
    /broker did not answer|wait for the broker|Command timed out|Connection is closed|topology/i.test(error.message)
  )
}
