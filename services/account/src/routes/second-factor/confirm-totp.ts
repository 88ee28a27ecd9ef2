import { ConfirmTotp, RecoveryCodes } from '@utter/contracts/http/account/totp'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { passwordLimit } from '../../domain/attempt-limits.ts'

/** `POST /api/auth/second-factor/totp/confirm`: from then on a login by the password needs a code too. */
export const confirmTotp: Route<Deps> = (app, { users, attempts, secondFactor, guard, limits }) =>
  app.post(
    '/api/auth/second-factor/totp/confirm',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'confirmTotp',
          tag: 'Account',
          summary: 'Turn the authenticator app on',
          description: 'From then on a login by the password needs a code of the app, or a recovery code.',
          example: { code: '123456' },
          refusals: { 429: 'Over the rate, or too many attempts.' },
        },
        body: ConfirmTotp,
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const by = { actor: 'owner', address: request.caller?.address } as const
      const recoveryCodes = await attempts.during([passwordLimit(limits, userId)], async () => {
        const user = await users.read(userId)
        if (!user) throw unauthorized()
        return secondFactor.confirm(user, request.body.code.replace(/\s/g, ''), by)
      })
      return { recoveryCodes }
    },
  )
