import type { DeliveryView } from '@utter/contracts/http/webhooks'
import type { Delivery } from './delivery.ts'

/** A delivery as its owner sees it. */
export const deliveryView = (delivery: Omit<Delivery, 'body'>): DeliveryView => ({
  id: delivery._id,
  ...(delivery.jobId !== undefined && { jobId: delivery.jobId }),
  ...(delivery.workId !== undefined && { workId: delivery.workId }),
  ...(delivery.chapterId !== undefined && { chapterId: delivery.chapterId }),
  type: typeOf(delivery),
  url: delivery.url,
  status: delivery.status,
  reason: delivery.reason ?? null,
  createdAt: delivery.createdAt.toISOString(),
  // During a try it is the end of the lease, which is of no use to the account.
  nextAttemptAt: (delivery.leasedUntil ? undefined : delivery.nextAttemptAt)?.toISOString() ?? null,
  attempted: delivery.attempted,
  attempts: delivery.attempts.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })),
})

/** The type of its message. */
export function typeOf({
  jobId,
  chapterId,
  noticeType,
  outcome,
}: Pick<Delivery, 'jobId' | 'chapterId' | 'noticeType' | 'outcome'>): DeliveryView['type'] {
  if (noticeType !== undefined) return noticeType
  if (outcome === 'noticed') throw new Error('a delivery about a notice has the type of its message')
  if (outcome === 'paused') return 'work.paused'
  if (jobId !== undefined) return `job.${outcome}`
  return chapterId === undefined ? `work.${outcome}` : `work.chapter.${outcome}`
}
