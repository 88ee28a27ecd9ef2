import { ResetPassword } from '@utter/contracts/http/account/account'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { invalid } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { auditEntry, type Told } from '../domain/audit-entry.ts'
import { hashPassword } from '../domain/passwords.ts'
import { hashOf } from '../domain/tokens.ts'

const linkIsOver = () => invalid([{ field: 'token', message: 'This link is no longer valid' }])

/** `POST /api/auth/reset-password`: a new password by a link, mailed or of the operator, which works once. Every session, API key and passkey of the account ends. */
export const resetPassword: Route<Deps> = (app, { users, credentials, relay, guard, clock }) =>
  app.post(
    '/api/auth/reset-password',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'resetPassword',
          tag: 'Account',
          summary: 'Set a new password by a link',
          description:
            'The link works once. Every session, API key and passkey of the account ends. An authenticator app stays on.',
          example: { token: 'as the link has it', password: 'a longer password' },
        },
        body: ResetPassword,
        response: { 200: MessageAnswer },
      },
    },
    async ({ body, caller }) => {
      const hash = hashOf(body.token)
      // Before the expensive hash. The token has 256 random bits, so that guesses need no limit of their own.
      const found = await users.findReset(hash, clock.now())
      if (!found) throw linkIsOver()
      const passwordHash = await hashPassword(body.password)
      const by = { actor: 'visitor', address: caller?.address } as const
      const told: Told[] = [{ notice: { kind: 'password-changed' } }]
      const entry = auditEntry(found._id, { ...by, action: 'password-reset', told }, clock.now())
      const user = await users.resetPassword(hash, passwordHash, entry)
      if (!user) throw linkIsOver()
      relay.soon(user)
      await credentials.tryToCloseOthers(user._id, undefined, { withKeys: true })
      return { message: 'Password changed' }
    },
  )
