import { SetRateLimit } from '@utter/contracts/http/internal/account/set-rate-limit'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { auditEntry } from '../../domain/audit-entry.ts'
import { userByEmail } from '../../requests/user-by-email.ts'

/** A rate limit of the account's own, for the operator; it counts from the next request on. */
export const setRateLimit: Route<Deps> = (app, { users, credentials, relay, guard, clock }) =>
  app.put(
    '/internal/rates',
    { access: guard.internal('operator'), schema: { body: SetRateLimit, response: { 200: SetRateLimit } } },
    async ({ body }) => {
      const { _id } = await userByEmail(users, body.email)
      const made = { action: 'rate-set', actor: 'operator', target: String(body.rate) } as const
      const user = await users.setRate(_id, body.rate, auditEntry(_id, made, clock.now()))
      if (user) {
        relay.soon(user)
        await credentials.refresh(user)
      }
      return body
    },
  )
