import { type OwnVoiceView, OwnVoiceViews, VoiceList, type VoiceView } from '@utter/contracts/http/voices'
import { callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'
import { serviceUnavailable } from '@utter/http/problem'

export type VoicesClient = ReturnType<typeof createVoicesClient>

/** Calls to speech, for the voices that agents choose from. */
export function createVoicesClient(baseUrl: string, signer: IdentitySigner) {
  return {
    /** @throws Problem 503 when speech is unavailable */
    async list(): Promise<VoiceView[]> {
      const call = { baseUrl, audience: 'speech', path: '/internal/voices', limitMs: 5_000 } as const
      try {
        return await callService(call, signer, VoiceList)
      } catch (error) {
        throw serviceUnavailable(error)
      }
    },
    /** The account's own, oldest first. @throws Problem 503 when speech is unavailable */
    async own(userId: string): Promise<OwnVoiceView[]> {
      const path = `/internal/accounts/${userId}/voices`
      try {
        return await callService({ baseUrl, audience: 'speech', path, limitMs: 5_000 }, signer, OwnVoiceViews)
      } catch (error) {
        throw serviceUnavailable(error)
      }
    },
  }
}
