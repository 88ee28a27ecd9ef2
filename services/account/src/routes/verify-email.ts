import { VerifyEmail } from '@utter/contracts/http/account/account'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { invalid } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { auditEntry } from '../domain/audit-entry.ts'
import { hashOf } from '../domain/tokens.ts'

const linkIsOver = () => invalid([{ field: 'token', message: 'This link is no longer valid' }])

/** `POST /api/auth/verify-email`: by the link that was mailed to the address, in any browser. */
export const verifyEmail: Route<Deps> = (app, { users, credentials, relay, guard, clock }) =>
  app.post(
    '/api/auth/verify-email',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'verifyEmail',
          tag: 'Account',
          summary: 'Verify the email address by a mailed link',
          description: 'The link works once, within a day.',
          example: { token: 'as the link has it' },
        },
        body: VerifyEmail,
        response: { 200: MessageAnswer },
      },
    },
    async ({ body, caller }) => {
      const hash = hashOf(body.token)
      // The token has 256 random bits, so that guesses need no limit of their own.
      const found = await users.findVerification(hash, clock.now())
      if (!found) throw linkIsOver()
      const by = { actor: 'owner', address: caller?.address, target: found.email } as const
      const user = await users.verifyEmail(
        hash,
        auditEntry(found._id, { ...by, action: 'email-verified' }, clock.now()),
      )
      if (!user) throw linkIsOver()
      relay.soon(user)
      // All calls of the plan are there at once.
      await credentials.tryToRefresh(user)
      return { message: 'Email verified' }
    },
  )
