/** A consumer fetches four times a second, whether there is anything or not. */
const deafAfterMs = 60_000

/**
 * A readiness check: a consumer that has fetched nothing for a minute is deaf, and its replica of no use. Not so where the brokers
 * do not answer either: that is everybody's trouble, the outbox bridges it, and a platform without a ready replica answers nobody.
 *
 * The probe runs beside the checks, which may not take as long as it does; each check goes by the last probe.
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
    if (silentMs().every((ms) => ms < deafAfterMs)) {
      answered = false
      return
    }
    void probe()
    if (answered) throw new Error('a consumer has fetched nothing for a minute')
  }
}
