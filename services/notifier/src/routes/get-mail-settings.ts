import { MailSettings } from '@utter/contracts/http/notices/views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { mailSettingsView } from '../domain/mail-choice.ts'

/** `GET /api/settings/notifications`: each kind, whether it is mailed, and whether it is sent to the account's webhook. */
export const getMailSettings: Route<Deps> = (app, { choices, isMailing, guard }) =>
  app.get(
    '/api/settings/notifications',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'getMailSettings',
          tag: 'Account',
          summary: 'Which notifications are mailed, and sent to the webhook',
        },
        response: { 200: MailSettings },
      },
    },
    async (request) => mailSettingsView(await choices.read(identityOf(request).userId), isMailing),
  )
