import { SetRateLimit } from '@utter/contracts/http/internal/set-rate-limit'
import type { Route } from '@utter/http/server'
import type { Deps } from '../../deps.ts'
import { userByEmail } from '../../user-by-email.ts'

/** A rate limit of the account's own, for the operator; it counts from the next request on. */
export const setRateLimit: Route<Deps> = (app, { users, credentials, guard, clock }) =>
  app.put(
    '/internal/rates',
    { onRequest: guard.internal('operator'), schema: { body: SetRateLimit, response: { 200: SetRateLimit } } },
    async ({ body }) => {
      const user = await users.setRate((await userByEmail(users, body.email))._id, body.rate, clock.now())
      if (user) await credentials.refresh(user)
      return body
    },
  )
