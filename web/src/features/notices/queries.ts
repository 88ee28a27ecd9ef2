import { infiniteQueryOptions } from '@tanstack/react-query'
import { MailSettings, NoticeList } from '@utter/contracts/http/notices/views'
import { readLinked } from '../../lib/server/read-linked.ts'
import { resource } from '../../lib/server/resource.ts'

/** How the owner wants to be told, kind by kind. */
export const mailSettingsQuery = resource(['/api', 'settings', 'notifications'], MailSettings)

/** A page of 100 notices; `next`: the address of the following one, undefined on the last. */
export interface NoticePage extends NoticeList {
  next: string | undefined
}

async function readPage(address: string, signal: AbortSignal): Promise<NoticePage> {
  const { body, next } = await readLinked(address, signal)
  return { ...NoticeList.parse(body), next }
}

/** Notices, newest first, and with the first page how many are unseen. Read again by a window that comes back: another may have shown them. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['/api', 'notifications'],
  queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
  initialPageParam: '/api/notifications',
  getNextPageParam: ({ next }: NoticePage) => next,
  refetchOnWindowFocus: true,
})
