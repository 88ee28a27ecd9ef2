import { CreatedPasswordReset, CreatePasswordReset } from '@utter/contracts/http/internal/account/create-password-reset'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { auditEntry } from '../../domain/audit-entry.ts'
import { hashOf, newToken } from '../../domain/tokens.ts'
import { userByEmail } from '../../requests/user-by-email.ts'

const lifetimeMs = 3_600_000

/** A link by which an account's owner replaces a forgotten password, for the operator. Only the hash of its token is kept. */
export const createPasswordReset: Route<Deps> = (app, { users, relay, guard, publicUrl, clock }) =>
  app.post(
    '/internal/password-resets',
    {
      access: guard.internal('operator'),
      schema: { body: CreatePasswordReset, response: { 201: CreatedPasswordReset } },
    },
    async ({ body }, reply) => {
      const { _id } = await userByEmail(users, body.email)
      const [token, now] = [newToken(), clock.now()]
      const expiresAt = new Date(now.getTime() + lifetimeMs)
      const entry = auditEntry(_id, { action: 'reset-link-created', actor: 'operator' }, now)
      const user = await users.startReset(_id, { hash: hashOf(token), expiresAt }, entry)
      if (user) relay.soon(user)
      const url = new URL(`/login?reset=${token}`, publicUrl).href
      return reply.code(201).send({ url, expiresAt: expiresAt.toISOString() })
    },
  )
