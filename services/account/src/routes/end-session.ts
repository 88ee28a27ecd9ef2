import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { SessionParams } from '@utter/contracts/http/account/sessions'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { auditEntry } from '../domain/audit-entry.ts'

/** `DELETE /api/auth/sessions/{id}`: ends one session of the account; its own is a logout. */
export const endSession: Route<Deps> = (app, { credentials, audit, guard, clock }) =>
  app.delete(
    '/api/auth/sessions/:id',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'endSession',
          tag: 'Account',
          summary: 'End a session',
          parameters: { id: 'The id of the session.' },
          answers: { 204: { description: 'It has ended.' } },
        },
        params: SessionParams,
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = identityOf(request)
      const { id } = request.params
      const session = await credentials.session(userId, id)
      if (!session) throw notFound('Session not found', 'session_not_found')
      const { address } = request.caller ?? {}
      const made = { action: 'session-ended', actor: 'owner', address, target: session.client } as const
      await audit.add(auditEntry(userId, made, clock.now()))
      await credentials.closeSession(userId, id)
      if (id === sessionId) reply.header(sessionHeader, '')
      return reply.code(204).send()
    },
  )
