import { SessionRows } from '@utter/contracts/http/account/sessions'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { sessionRow } from '../domain/session-row.ts'

/** `GET /api/auth/sessions`: where the account is logged in, the session that was used last first. */
export const listSessions: Route<Deps> = (app, { users, credentials, guard }) =>
  app.get(
    '/api/auth/sessions',
    {
      access: guard.required(),
      schema: {
        operation: { id: 'listSessions', tag: 'Account', summary: 'Where the account is logged in, last used first' },
        response: { 200: SessionRows },
      },
    },
    async (request) => {
      const { userId, sessionId } = identityOf(request)
      const user = await users.read(userId)
      if (!user) throw unauthorized()
      return (await credentials.sessions(user)).map((token) => sessionRow(token, sessionId))
    },
  )
