import { WorkDeleted } from '@utter/contracts/events/works/work-deleted'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { Work } from '../domain/works/work.ts'

export const workDeleted = ({ _id: workId, userId }: Pick<Work, '_id' | 'userId'>) =>
  eventOf(WorkDeleted, { userId, version: 1, data: { workId } })
