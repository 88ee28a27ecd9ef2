import { VendorError } from '@utter/contracts/vendor-error'
import { tooManyAtOnce, unavailable } from '@utter/http/problem'
import { createSharedSemaphore, ShareFull } from '@utter/runtime/shared-semaphore'
import type { WorkDeps } from '../deps.ts'
import { record } from '../domain/recording.ts'
import type { SpeakRequest } from '../domain/voice.ts'

/** Samples that wait for the one that is made, in this process and of one account: a person hears one after the other. */
const maxWaiting = 4
const maxWaitingPerAccount = 1
/** The longest wait and making together, in ms: within the gateway's own. */
const limitMs = 20_000

export type FreeSpeech = ReturnType<typeof createFreeSpeech>

/** Short texts that are spoken one at a time, and behind all other work: nobody pays for them, so they hold nothing up. */
export function createFreeSpeech({ speech, mastering }: Pick<WorkDeps, 'speech' | 'mastering'>) {
  const turns = createSharedSemaphore(1, { maxWaiting, maxWaitingPerAccount })
  return {
    /**
     * @param requestOf called once it is its turn
     * @returns the mp3
     * @throws Problem 503 while the voices are busy, 429 for an account that has one made and one that waits; VendorError permanent
     */
    async speak(userId: string, requestOf: (signal: AbortSignal) => Promise<SpeakRequest>): Promise<Buffer> {
      const signal = AbortSignal.timeout(limitMs)
      const release = await turns.acquire(userId, signal).catch(voicesBusy)
      try {
        const request = { ...(await requestOf(signal)), whenIdle: true }
        const speak = (text: string) => speech.speak({ ...request, text }, { signal })
        const recorded = await record(speak, { text: request.text, onDone: () => {} })
        return (await mastering.master(recorded, { signal })).mp3
      } catch (error) {
        const isTransient = error instanceof VendorError && error.kind === 'transient'
        throw signal.aborted || isTransient ? voicesBusy(error) : error
      } finally {
        release()
      }
    },
  }
}

export function voicesBusy(cause?: unknown): never {
  if (cause instanceof ShareFull) throw tooManyAtOnce(5, cause)
  throw unavailable('The voices are busy, try again in a moment', 5, cause)
}
