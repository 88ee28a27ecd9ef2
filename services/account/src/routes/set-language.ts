import { SetLanguage } from '@utter/contracts/http/account/account'
import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { identityOf } from '@utter/http/identity'
import { unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'

/** `PUT /api/auth/language`: for a session alone, from the next mail on. */
export const setLanguage: Route<Deps> = (app, { users, guard, clock }) =>
  app.put(
    '/api/auth/language',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'setLanguage',
          tag: 'Account',
          summary: 'Set the language of mails',
          example: { language: 'de' },
          refusals: { 401: 'Not logged in.' },
        },
        body: SetLanguage,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const user = await users.setLanguage(identityOf(request).userId, request.body.language, clock.now())
      if (!user) throw unauthorized()
      return { message: 'Language updated' }
    },
  )
