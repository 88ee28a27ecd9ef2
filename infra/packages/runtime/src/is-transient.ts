import { isTransientMongo } from './transient-mongo.ts'

const names = /^(KafkaJS|MaxRetriesPerRequest|Abort|Timeout)/
const codes = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|UND_ERR)/
const words =
  /ECONNREFUSED|ECONNRESET|broker did not answer|wait for the broker|Command timed out|Connection is closed|isn't writeable|before initial connection|buffering timed out/i

/**
 * Faults that end by themselves: a store or the broker is unavailable, a deadline passed, the disk is full. Everything else is a fault
 * of ours. Drivers tell theirs by name, by code or by words alone, and wrap one another's.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isTransientMongo(error)) return true
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  return names.test(error.name) || codes.test(code) || words.test(error.message) || isTransient(error.cause)
}
