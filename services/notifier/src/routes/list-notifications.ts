import { NoticeList } from '@utter/contracts/http/notices/views'
import { identityOf } from '@utter/http/identity'
import { decodeCursor, linkToNext, pageQuery } from '@utter/http/pages'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { noticeView } from '../domain/notice.ts'

/** `GET /api/notifications`: a page of what the owner was told, newest first; `Link` has the address of the next one. */
export const listNotifications: Route<Deps> = (app, { notices, guard }) =>
  app.get(
    '/api/notifications',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'listNotifications',
          tag: 'Account',
          summary: 'Notifications of the account, newest first',
          description: 'They are kept for 100 days.',
          answers: { 200: { headers: ['Link'] } },
        },
        querystring: z.object(pageQuery),
        response: { 200: NoticeList },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const { userId } = identityOf(request)
      const before = cursor === undefined ? undefined : decodeCursor(cursor)
      const [page, unseen] = await Promise.all([notices.page(userId, limit, before), notices.countUnseen(userId)])
      const last = page.at(-1)
      if (last && page.length === limit)
        reply.header('link', linkToNext('/api/notifications', { limit }, { at: last.at, id: last._id }))
      return { unseen, notices: page.map(noticeView) }
    },
  )
