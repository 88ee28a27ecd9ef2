import { MessageAnswer } from '@utter/contracts/http/account'
import { sessionHeader } from '@utter/contracts/http/session-hand-over'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'

/** `POST /api/auth/logout`: ends the session that came with the request; without one it succeeds too. */
export const logOut: Route<Deps> = (app, { credentials, guard }) =>
  app.post(
    '/api/auth/logout',
    { onRequest: guard.anybody, schema: { response: { 200: MessageAnswer } } },
    async (request, reply) => {
      const identity = request.caller?.identity
      if (identity?.sessionId) await credentials.closeSession(identity.userId, identity.sessionId)
      return reply.header(sessionHeader, '').send({ message: 'Logged out' })
    },
  )
