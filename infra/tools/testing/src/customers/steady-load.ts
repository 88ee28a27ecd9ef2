import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, jobIdOf } from './customer.ts'
import { retryOnClosedSocket } from './retry-on-closed-socket.ts'
import type { RetryingCustomer } from './retrying-customer.ts'

const requestEveryMs = 250
/** Every so many requests there is a submission; the others read. */
const submitEvery = 4

/**
 * Replies and recordings at a steady pace, four requests a second, and readings between: each that was refused, or not answered, is in `failed`.
 * @param read sends one reading, which may be several requests: it returns the first that was refused, else the last
 */
export function startSteadyLoad(
  careful: RetryingCustomer,
  read: () => Promise<Answer> = () => careful.customer.get('/api/stats'),
) {
  const failed: unknown[] = []
  const stop = new AbortController()
  const inFlight: Promise<void>[] = []
  let replies = 0
  let reads = 0
  const one = async (at: number) => {
    const isSubmission = at % submitEvery === 0
    const isReply = at % (2 * submitEvery) === 0
    const requestId = randomUUID()
    const body = { userText: 'Say something short.', requestId, voiceId: 'default' }
    try {
      const answer = await retryOnClosedSocket(() => {
        if (isReply) return careful.customer.post('/api/reply', body)
        return isSubmission ? careful.customer.speak('Yes.', { requestId }) : read()
      })
      if (answer.status !== 200 && answer.status !== 202) failed.push([answer.status, answer.body])
      else if (isSubmission) {
        careful.jobIds.push(jobIdOf(answer))
        if (isReply) replies++
      } else reads++
    } catch (error) {
      failed.push(error)
    }
  }
  const running = (async () => {
    for (let at = 0; !stop.signal.aborted; at++) {
      inFlight.push(one(at))
      await pause(requestEveryMs)
    }
  })()
  return {
    failed,
    /** Replies that were accepted. */
    replies: () => replies,
    /** Readings that were answered. */
    reads: () => reads,
    /** Resolves when the last request is answered. */
    async stop(): Promise<void> {
      stop.abort()
      await running
      await Promise.all(inFlight)
    },
  }
}
