import { ForgotPassword } from '@utter/contracts/http/account/account'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { networksOf } from '@utter/http/network-of'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { resetMailLimits, resetMailsLimit } from '../domain/attempt-limits.ts'
import { auditEntry } from '../domain/audit-entry.ts'
import { keyOf } from '../domain/user.ts'
import { noMails } from '../requests/no-mails.ts'

const message = 'If an account has this address, a mail with a link is on its way to it.'

/** `POST /api/auth/forgot-password`: one answer and one duration, whether the address is known or not. */
export const forgotPassword: Route<Deps> = (app, { users, attempts, relay, guard, isMailing, clock, log }) =>
  app.post(
    '/api/auth/forgot-password',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'forgotPassword',
          tag: 'Account',
          summary: 'Have a link for a new password mailed',
          description:
            'The answer is the same whether an account has the address or not. The link works once, within an hour; a newer one takes its place.',
          example: { email: 'ada@example.com' },
          refusals: { 404: 'This platform sends no mails.', 429: 'Over the rate, or too many attempts.' },
        },
        body: ForgotPassword,
        response: { 200: MessageAnswer },
      },
    },
    async ({ body: { email }, caller }) => {
      if (!isMailing) throw noMails()
      const { address } = caller ?? {}
      await attempts.take(resetMailLimits(networksOf(address ?? '')))
      const ask = async () => {
        // Past the limit there is no further mail, and no other answer: whoever asks learns nothing of the address.
        await attempts.take([resetMailsLimit(keyOf(email))])
        const user = await users.askForReset(email, (userId) =>
          auditEntry(
            userId,
            {
              action: 'reset-link-asked',
              actor: 'visitor',
              address,
              told: [{ to: email, notice: { kind: 'password-forgotten' } }],
            },
            clock.now(),
          ),
        )
        if (user) relay.soon(user)
      }
      // Not awaited, so that the duration of the answer does not show whether there was an account.
      void ask().catch((error) => log.info({ err: error }, 'a link for a new password was not asked for'))
      return { message }
    },
  )
