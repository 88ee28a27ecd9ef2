import { UserAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { userView } from '../domain/user-view.ts'

/** `GET /api/auth/me`: the account of the session or key, with the calls that jobs has counted. */
export const me: Route<Deps> = (app, { users, jobs, guard, plans, clock }) =>
  app.get(
    '/api/auth/me',
    {
      access: guard.required('usage:read'),
      schema: {
        operation: { id: 'getMe', tag: 'Account', summary: 'The account of the session or key' },
        response: { 200: UserAnswer },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const [user, usage] = await Promise.all([users.read(userId), jobs.usage(userId)])
      if (!user) throw unauthorized()
      return { user: userView(user, plans, usage, clock.now()) }
    },
  )
