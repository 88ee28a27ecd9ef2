import { NotedRequests, NoteRequests } from '@utter/contracts/http/internal/account/note-requests'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'

/** 500 entries of at most some 900 bytes each, and as many counts. */
const maxBytes = 768 * 1024

/** Requests that accounts have made, as a gateway has answered them. */
export const noteRequests: Route<Deps> = (app, { requestLog, guard }) =>
  app.post(
    '/internal/requests',
    {
      access: guard.internal('gateway'),
      bodyLimit: maxBytes,
      schema: { body: NoteRequests, response: { 200: NotedRequests } },
    },
    async ({ body }) => ({ stored: await requestLog.add(body) }),
  )
