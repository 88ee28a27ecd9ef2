import { DeleteAccount } from '@utter/contracts/http/account/owner-acts'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import { failpoint } from '@utter/runtime/failpoint'
import type { Deps } from '../deps.ts'
import { eraseAccount } from '../lifecycle/erase-account.ts'
import { invalidPassword, verifyOwner } from '../requests/verify-owner.ts'

/**
 * `POST /api/auth/delete-account`: for a session alone. When it answers, the account's sessions and keys are worth nothing, and its name
 * and email are free; the other services remove what they have of it soon after.
 */
export const deleteAccount: Route<Deps> = (app, deps) =>
  app.post(
    '/api/auth/delete-account',
    {
      access: deps.guard.required(),
      schema: {
        operation: {
          id: 'deleteAccount',
          tag: 'Account',
          summary: 'Delete the account',
          description:
            'Its sessions and keys are worth nothing at once; its jobs and their sound are removed soon after. Who signs up with the same email again goes on from the calls used in the free month.',
          example: { password: 'a long password' },
          refusals: {
            401: 'Not logged in, or the password or the passkey is wrong.',
            429: 'Over the rate, or too many attempts.',
          },
        },
        body: DeleteAccount,
        response: { 202: MessageAnswer },
      },
    },
    async (request, reply) => {
      const { users, freeMonths, relay, clock } = deps
      const user = await verifyOwner(deps, identityOf(request).userId, request.body)
      await freeMonths.end(user)
      failpoint('mailbox-noted')
      const deleted = await users.delete(user, clock.now())
      if (!deleted) throw invalidPassword()
      failpoint('account-deleted')
      relay.soon(deleted)
      await eraseAccount(deps, deleted)
      return reply.code(202).header(sessionHeader, '').send({ message: 'Account deleted' })
    },
  )
