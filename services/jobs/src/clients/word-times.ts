import { type WordMark, WordTimes } from '@utter/contracts/http/jobs/word-times'
import { CallRefused, callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { serviceUnavailable } from '@utter/http/problem'

export type WordTimesClient = ReturnType<typeof createWordTimesClient>

/** Calls to speech, for the times of a job's words. */
export function createWordTimesClient(baseUrl: string, signer: IdentitySigner) {
  return {
    /** @returns undefined where the job was spoken without them, or its sound is gone @throws Problem 503 when speech is unavailable */
    async of(jobId: string, marks: WordMark[] = []): Promise<WordTimes | undefined> {
      const path = `/internal/words/${encodeURIComponent(jobId)}${marks.length > 0 ? `?marks=${marks}` : ''}`
      try {
        return await callService({ baseUrl, audience: 'speech', path, limitMs: 5_000 }, signer, WordTimes)
      } catch (error) {
        if (error instanceof CallRefused && error.status === 404) return undefined
        throw serviceUnavailable(error)
      }
    },
  }
}
