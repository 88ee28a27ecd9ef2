import { NoticeMade } from '@utter/contracts/events/notices/notice-made'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { InvoiceNotice } from '../domain/invoice-notice.ts'

export const noticeMade = (userId: string, version: number, { cause, notice }: InvoiceNotice, at: Date) =>
  eventOf(NoticeMade, { userId, version, data: { cause, at: at.toISOString(), notice } })
