import { NoticeMade } from '@utter/contracts/events/notices/notice-made'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { CausedNotice } from '../domain/allowance/usage-notices.ts'

export const noticeMade = (userId: string, version: number, { cause, notice }: CausedNotice, at: Date) =>
  eventOf(NoticeMade, { userId, version, data: { cause, at: at.toISOString(), notice } })
