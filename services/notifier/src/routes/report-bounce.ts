import { BouncedMail, ReportBounce } from '@utter/contracts/http/internal/notifier/report-bounce'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'

/** A mail came back for good, as the operator's mail server says: nothing optional is sent to the address any more. */
export const reportBounce: Route<Deps> = (app, { choices, guard }) =>
  app.post(
    '/internal/bounces',
    { access: guard.internal('operator'), schema: { body: ReportBounce, response: { 200: BouncedMail } } },
    async ({ body: { userId, email } }) => {
      await choices.set(userId, { bouncedEmail: email })
      return { userId }
    },
  )
