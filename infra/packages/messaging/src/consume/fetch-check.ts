/** A consumer fetches four times a second, whether there is a message or not. */
const maxSilentMs = 60_000

/**
 * A readiness check: a consumer that has fetched nothing for a minute consumes nothing any more, and its replica is of no use. It stays
 * ready while the brokers do not answer either: every replica has that fault, the outbox bridges it, and a platform without a ready
 * replica would serve no request.
 *
 * The probe runs in the background, since a check may not take as long as it does; each check uses the last probe's result.
 * @param silentMs of each consumer @param brokersAnswer may throw instead of being false
 */
export function createFetchCheck(silentMs: () => number[], brokersAnswer: () => Promise<boolean>): () => Promise<void> {
  let answered = false
  let isProbing = false
  const probe = async () => {
    if (isProbing) return
    isProbing = true
    answered = await brokersAnswer().catch(() => false)
    isProbing = false
  }
  return async () => {
    if (silentMs().every((ms) => ms < maxSilentMs)) {
      answered = false
      return
    }
    void probe()
    if (answered) throw new Error('a consumer has fetched nothing for a minute')
  }
}
