import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { auditEntry } from '../domain/audit-entry.ts'

/** `DELETE /api/auth/sessions`: ends every session of the account but the one that asks. */
export const endOtherSessions: Route<Deps> = (app, { users, credentials, relay, guard, clock }) =>
  app.delete(
    '/api/auth/sessions',
    {
      access: guard.required(),
      schema: {
        operation: { id: 'endOtherSessions', tag: 'Account', summary: 'End all other sessions' },
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { userId, sessionId } = identityOf(request)
      const made = { action: 'other-sessions-ended', actor: 'owner', address: request.caller?.address } as const
      const user = await users.endSessions(userId, sessionId, auditEntry(userId, made, clock.now()))
      if (user) relay.soon(user)
      await credentials.closeOthers(userId, sessionId)
      return { message: 'All other sessions have ended' }
    },
  )
