import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type NoticeList, NoticeView, SeenNotices } from '@utter/contracts/http/notices/views'
import { useEffect } from 'react'
import { request } from '../../lib/server/http.ts'
import { accountEvents, noticeEvents } from '../jobs/live/account-events.ts'
import { noticesQuery } from './queries.ts'

const { queryKey } = noticesQuery

/** Keeps the list in step with the account's stream. */
export function useLiveNotices(): void {
  const client = useQueryClient()
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey, exact: true })
    const ends = [
      // The stream has opened: notices may have been missed before.
      accountEvents.on((event) => event === null && readAgain()),
      noticeEvents.on((data) => {
        const { data: view } = NoticeView.safeParse(data)
        if (!view) return
        // A list that is still on its way may be without it.
        if (!client.getQueryData(queryKey)) return readAgain()
        client.setQueryData(queryKey, (list) => list && withNotice(list, view))
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client])
}

function withNotice(list: NoticeList, view: NoticeView): NoticeList {
  if (list.notices.some(({ id }) => id === view.id)) return list
  return { unseen: list.unseen + (view.seenAt === null ? 1 : 0), notices: [view, ...list.notices] }
}

/** @param until the time of the newest notice that was shown */
export async function markSeen(client: QueryClient, until: string): Promise<void> {
  const { unseen } = SeenNotices.parse(await request('POST', '/api/notifications/seen', { body: { until } }))
  const seenAt = new Date().toISOString()
  client.setQueryData(
    queryKey,
    (list) =>
      list && {
        unseen,
        notices: list.notices.map((one) => (one.seenAt === null && one.at <= until ? { ...one, seenAt } : one)),
      },
  )
}
