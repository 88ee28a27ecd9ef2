import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { auditEntry } from '../domain/audit-entry.ts'

/** `POST /api/auth/logout`: ends the session that came with the request; without one it succeeds too. */
export const logOut: Route<Deps> = (app, { credentials, audit, guard, clock }) =>
  app.post(
    '/api/auth/logout',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'logOut',
          tag: 'Account',
          summary: 'Log out',
          description: 'Ends the session of the cookie; without one it succeeds too.',
        },
        response: { 200: MessageAnswer },
      },
    },
    async (request, reply) => {
      const { identity, address } = request.caller ?? {}
      if (identity?.sessionId) {
        const { userId, sessionId } = identity
        const session = await credentials.session(userId, sessionId)
        const made = { action: 'logged-out', actor: 'owner', address, target: session?.client } as const
        if (session) await audit.add(auditEntry(userId, made, clock.now()))
        await credentials.closeSession(userId, sessionId)
      }
      return reply.header(sessionHeader, '').send({ message: 'Logged out' })
    },
  )
