import { NoticeMade } from '@utter/contracts/events/notices/notice-made'
import { eventOf, type OutgoingEvent } from '@utter/messaging/outgoing-event'
import type { User } from '../domain/user.ts'

/** The notices of what was done to an account and is still to be published, each by the entry of the audit that it came with. */
export function noticesMade({
  _id: userId,
  version,
  unrecorded = [],
  language,
  deletedAt,
  deletedEmail,
}: User): OutgoingEvent[] {
  if (deletedAt) {
    if (deletedEmail === undefined) return []
    const at = deletedAt.toISOString()
    const data = { cause: 'account-deleted', at, to: deletedEmail, notice: { kind: 'account-deleted' } } as const
    return [eventOf(NoticeMade, { userId, version, data: { ...data, ...(language && { language }) } })]
  }
  return unrecorded.flatMap(({ _id, at, told = [] }) =>
    told.map(({ notice, to }) =>
      eventOf(NoticeMade, {
        userId,
        version,
        data: {
          cause: `${notice.kind} ${_id}`,
          at: at.toISOString(),
          ...(to !== undefined && { to, ...(language && { language }) }),
          notice,
        },
      }),
    ),
  )
}
