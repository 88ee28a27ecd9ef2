import { KeptAnswer } from '@utter/contracts/http/internal/speech/kept'
import { callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import type { Job } from '../domain/job/job.ts'
import { textToSpeak } from '../domain/job/lane.ts'

export type KeptPiecesClient = ReturnType<typeof createKeptPiecesClient>

/** Calls to speech, for the pieces of works that it has kept. */
export function createKeptPiecesClient(baseUrl: string, signer: IdentitySigner) {
  return {
    /** How much of the text of such a job its account has kept. @throws where speech does not answer, or could not speak it */
    async shareOf(job: Job): Promise<KeptAnswer> {
      const { userId, voiceId, ttsSettings, language, textNormalization, seed, parts } = job
      const body = { text: textToSpeak(job), voiceId, ttsSettings, language, textNormalization, seed, parts }
      const path = `/internal/accounts/${encodeURIComponent(userId)}/kept`
      return callService(
        { baseUrl, audience: 'speech', path, method: 'POST', body, limitMs: 6_000 },
        signer,
        KeptAnswer,
      )
    },
  }
}
