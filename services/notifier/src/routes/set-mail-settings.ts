import { noticeRules } from '@utter/contracts/http/notices/notice'
import { MailSettings, SetMailSettings } from '@utter/contracts/http/notices/views'
import { identityOf } from '@utter/http/identity'
import { invalid, unauthorized } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { mailSettingsView } from '../domain/mail-choice.ts'

/** `PUT /api/settings/notifications`: a list that is left out stays as it is. */
export const setMailSettings: Route<Deps> = (app, { choices, erasure, isMailing, guard }) =>
  app.put(
    '/api/settings/notifications',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'setMailSettings',
          tag: 'Account',
          summary: 'Choose which notifications are mailed, and sent to the webhook',
          description: 'The lists name the kinds that are not. Mails that guard the account are always sent.',
          example: { withoutMail: ['invoice-paid'], withoutWebhook: [] },
        },
        body: SetMailSettings,
        response: { 200: MailSettings },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const { withoutMail, withoutWebhook } = request.body
      const guarded = withoutMail?.find((kind) => !noticeRules[kind].isOptional)
      if (guarded) throw invalid([{ field: 'withoutMail', message: `Mails of the kind ${guarded} are always sent` }])
      if (await erasure.isDeleted(userId)) throw unauthorized()
      const fields = {
        ...(withoutMail && { withoutMail: [...new Set(withoutMail)] }),
        ...(withoutWebhook && { withoutWebhook: [...new Set(withoutWebhook)] }),
      }
      const isChange = Object.keys(fields).length > 0
      const choice = isChange ? await choices.set(userId, fields) : await choices.read(userId)
      return mailSettingsView(choice, isMailing)
    },
  )
