import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import { conflict, unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { verificationMailsLimit } from '../domain/attempt-limits.ts'
import { auditEntry, type Told } from '../domain/audit-entry.ts'
import { noMails } from '../requests/no-mails.ts'

/** `POST /api/auth/send-verification`: for a session; the link of a mail before is worth nothing then. */
export const sendVerification: Route<Deps> = (app, { users, attempts, relay, guard, isMailing, clock }) =>
  app.post(
    '/api/auth/send-verification',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'sendVerification',
          tag: 'Account',
          summary: 'Have the link that verifies the email address mailed again',
          refusals: {
            404: 'This platform sends no mails.',
            409: 'The address is verified.',
            429: 'Over the rate, or too many attempts.',
          },
        },
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      if (!isMailing) throw noMails()
      const { userId } = identityOf(request)
      const user = await users.read(userId)
      if (!user) throw unauthorized()
      if (user.emailVerifiedAt) throw conflict('email_verified', 'The address is verified')
      await attempts.take([verificationMailsLimit(userId)])
      const told: Told[] = [{ to: user.email, notice: { kind: 'email-verification' } }]
      const by = { actor: 'owner', address: request.caller?.address } as const
      const entry = auditEntry(userId, { ...by, action: 'verification-asked', target: user.email, told }, clock.now())
      const changed = await users.askForVerification(userId, entry)
      if (changed) relay.soon(changed)
      return { message: `A mail with a link is on its way to ${user.email}` }
    },
  )
