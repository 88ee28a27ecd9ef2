import type { DeliverDeps } from '../deps.ts'
import { accountWebhookBody } from '../domain/account-webhook-body.ts'
import type { Delivery } from '../domain/delivery.ts'
import { webhookBody } from '../domain/webhook-body.ts'
import { workWebhookBody } from '../domain/work-webhook-body.ts'

type MessageDeps = Pick<DeliverDeps, 'jobs' | 'notices' | 'publicUrl'>

/**
 * The body of a delivery's tries, JSON: read from jobs now, so that its addresses are valid, or of the notice. Undefined: what it is about was deleted.
 * @throws Problem 503 while jobs is unavailable
 */
export async function messageOf(deps: MessageDeps, delivery: Omit<Delivery, 'body'>): Promise<string | undefined> {
  const event = await eventOf(deps, delivery)
  return event ? JSON.stringify(event) : undefined
}

async function eventOf({ jobs, notices, publicUrl }: MessageDeps, delivery: Omit<Delivery, 'body'>): Promise<unknown> {
  const { userId, jobId, workId = '', noticeId } = delivery
  if (noticeId !== undefined) {
    const notice = await notices.read(userId, noticeId)
    return notice && accountWebhookBody(delivery, notice)
  }
  if (jobId === undefined) {
    const found = await jobs.work(userId, workId)
    return found && workWebhookBody(delivery, found.work, publicUrl)
  }
  const job = await jobs.job(userId, jobId)
  return job && webhookBody(job, publicUrl)
}
