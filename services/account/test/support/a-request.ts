import { randomUUID } from 'node:crypto'
import type { NotedRequest } from '@utter/contracts/http/internal/account/note-requests'

/** A request as a gateway notes it. */
export const aRequest = (userId: string, change: Partial<NotedRequest> = {}): NotedRequest => ({
  requestId: randomUUID(),
  userId,
  at: new Date().toISOString(),
  method: 'GET',
  path: '/api/jobs',
  status: 200,
  ms: 12,
  ...change,
})
