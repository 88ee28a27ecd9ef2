import { NotedRequests, type NoteRequests } from '@utter/contracts/http/internal/account/note-requests'
import { callService } from '@utter/http/call'
import type { IdentitySigner } from '@utter/http/identity'

const limitMs = 2_000

/** Sends a batch to account, which stores a request once however often it comes. */
export const createBatchSender = (signer: IdentitySigner, baseUrl: string) => (body: NoteRequests) =>
  callService(
    { baseUrl, audience: 'account', path: '/internal/requests', method: 'POST', body, limitMs },
    signer,
    NotedRequests,
  )
