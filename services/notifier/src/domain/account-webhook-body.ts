import type { AccountWebhookEvent } from '@utter/contracts/http/notices/views'
import type { Delivery } from './delivery.ts'
import type { StoredNotice } from './notice.ts'

/** The body of a webhook about the account itself. Undefined: it is not about a notice. */
export const accountWebhookBody = (
  { noticeType }: Pick<Delivery, 'noticeType'>,
  { _id, at, notice }: Pick<StoredNotice, '_id' | 'at' | 'notice'>,
): AccountWebhookEvent | undefined =>
  noticeType && { type: noticeType, timestamp: at.toISOString(), data: { noticeId: _id, notice } }
