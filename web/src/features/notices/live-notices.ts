import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { NoticeView, SeenNotices } from '@utter/contracts/http/notices/views'
import { useEffect } from 'react'
import { request } from '../../lib/server/http.ts'
import { accountEvents, noticeEvents } from '../jobs/live/account-events.ts'
import { type NoticePage, noticesQuery } from './queries.ts'

const { queryKey } = noticesQuery

/** Keeps the list in step with the account's stream. */
export function useLiveNotices(): void {
  const client = useQueryClient()
  useEffect(() => {
    // A first answer that is on its way may have been made before: the client would wait for it, and ask no further.
    const readAgain = async () => {
      await client.cancelQueries({ queryKey, exact: true })
      await client.invalidateQueries({ queryKey, exact: true })
    }
    const ends = [
      // The stream has opened: notices may have been missed before.
      accountEvents.on((event) => event === null && void readAgain()),
      noticeEvents.on((data) => {
        const { data: view } = NoticeView.safeParse(data)
        if (!view) return
        if (client.isFetching({ queryKey, exact: true }) > 0) void readAgain()
        else client.setQueryData(queryKey, (read) => read && withNotice(read, view))
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client])
}

function withNotice<Param>(read: InfiniteData<NoticePage, Param>, view: NoticeView): InfiniteData<NoticePage, Param> {
  const [first, ...others] = read.pages
  if (!first || read.pages.some(({ notices }) => notices.some(({ id }) => id === view.id))) return read
  const unseen = first.unseen + (view.seenAt === null ? 1 : 0)
  return { ...read, pages: [{ ...first, unseen, notices: [view, ...first.notices] }, ...others] }
}

/** @param until the time of the newest notice that was shown */
export async function markSeen(client: QueryClient, until: string): Promise<void> {
  const { unseen } = SeenNotices.parse(await request('POST', '/api/notifications/seen', { body: { until } }))
  const seenAt = new Date().toISOString()
  const seen = (view: NoticeView) => (view.seenAt === null && view.at <= until ? { ...view, seenAt } : view)
  client.setQueryData(
    queryKey,
    (read) =>
      read && { ...read, pages: read.pages.map((page) => ({ ...page, unseen, notices: page.notices.map(seen) })) },
  )
}
