import { SeenNotices, SeenUntil } from '@utter/contracts/http/notices/views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'

/** `POST /api/notifications/seen`: marks what was shown; what came since then stays unseen. */
export const seeNotifications: Route<Deps> = (app, { notices, guard, clock }) =>
  app.post(
    '/api/notifications/seen',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'seeNotifications',
          tag: 'Account',
          summary: 'Mark notifications as seen, up to a time',
          example: { until: '2026-03-20T12:00:00.000Z' },
        },
        body: SeenUntil,
        response: { 200: SeenNotices },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      await notices.seen(userId, new Date(request.body.until), clock.now())
      return { unseen: await notices.countUnseen(userId) }
    },
  )
