import type { AccountWebhookType } from '@utter/contracts/http/notices/notice'
import type { DeliveryStatus, StopReason } from '@utter/contracts/http/webhooks'

/** A try that has ended. */
export type Attempt = { at: Date; status: number | null; error: string | null; ms: number; answer: string }

/** Subject of a delivery: the end of a job, or of a work or the chapter of it that is named, or a work's pause, or a notice of the account. */
export type Subject =
  | { jobId: string; outcome: 'completed' | 'failed' }
  | { noticeId: string; noticeType: AccountWebhookType; outcome: 'noticed' }
  | WorkSubject
export type WorkSubject = Pick<Required<Delivery>, 'workId' | 'revision' | 'at'> &
  Pick<Delivery, 'chapterId' | 'pausedFor'> & { outcome: 'completed' | 'failed' | 'paused' }

/** The webhook of a job's end, or of a change of a work: one document for all its tries. */
export type Delivery = {
  /** The `webhook-id` of every try; made of what it is about, so that an event consumed twice makes one delivery. */
  _id: string
  userId: string
  /** The job that has ended; absent: it is about a work, or the account. */
  jobId?: string
  workId?: string
  /** Absent: it is about the work as a whole. */
  chapterId?: string
  /** The chapter's count of its changes; of a work as a whole the count of the changes of its state. */
  revision?: number
  /** Why the work was paused. */
  pausedFor?: string
  /** When it happened; absent on those of jobs, which say it themselves. */
  at?: Date
  outcome: 'completed' | 'failed' | 'paused' | 'noticed'
  /** The notice of the account that it is about, and the type of its message. */
  noticeId?: string
  noticeType?: AccountWebhookType
  /** Where it was sent last, or will be. */
  url: string
  /** The job named the address itself. Otherwise it goes to the account's webhook, as that is at each try. */
  isOwn: boolean
  /** The name of its receiver, which is scheduled and has a bound on tries in flight: an account's webhook, or a host that its jobs name. */
  receiver: string
  status: DeliveryStatus
  reason?: StopReason
  createdAt: Date
  /** While it is pending: the next try, or the end of the lease of the one that is under way. */
  nextAttemptAt?: Date
  /** While a try is under way. */
  leasedUntil?: Date
  /** The first try since it was last asked for. */
  firstAttemptAt?: Date
  /** The bytes of every try; only while it is pending, since they hold the account's texts. */
  body?: string
  attempts: Attempt[]
  attempted: number
  deliveredAt?: Date
  /** Counts the tries that were recorded. */
  version: number
  unpublishedSince?: Date
  /** The job's W3C trace, and the span of it in which the delivery was made. */
  traceId?: string
  spanId?: string
}

/** A delivery that this process has leased. */
export type LeasedDelivery = Delivery & { nextAttemptAt: Date; leasedUntil: Date }

export const maxAttemptsKept = 20

/** Letters, digits, dashes and underscores: a full stop separates the parts of what is signed. */
export const webhookIdOf = (
  about: Pick<Delivery, 'jobId' | 'workId' | 'chapterId' | 'noticeId' | 'revision' | 'outcome'>,
): string => {
  const { jobId, workId, chapterId, noticeId, revision, outcome } = about
  if (noticeId !== undefined) return `msg_${noticeId}`
  return jobId !== undefined ? `msg_${jobId}_${outcome}` : `msg_${chapterId ?? workId}_${revision}_${outcome}`
}

/** A delivery about the end of a job. */
export type JobDelivery = Delivery & { jobId: string; outcome: 'completed' | 'failed' }
export const isOfJob = (delivery: Delivery): delivery is JobDelivery => delivery.jobId !== undefined

type Given = Pick<Delivery, 'userId' | 'url' | 'isOwn' | 'traceId' | 'spanId'> & Subject & { isDisabled: boolean }

export function newDelivery({ isDisabled, ...given }: Given, now: Date): Delivery {
  return {
    ...given,
    _id: webhookIdOf(given),
    receiver: receiverNameOf(given),
    ...(isDisabled ? { status: 'stopped', reason: 'disabled' } : { status: 'pending', nextAttemptAt: now }),
    createdAt: now,
    attempts: [],
    attempted: 0,
    version: 0,
  }
}

const receiverNameOf = ({ userId, url, isOwn }: Pick<Delivery, 'userId' | 'url' | 'isOwn'>): string =>
  isOwn ? `${userId} ${new URL(url).host}` : userId

/** The key of its receiver's document. */
export const receiverOf = ({ receiver, userId }: Pick<Delivery, 'receiver' | 'userId'>) => ({ _id: receiver, userId })
