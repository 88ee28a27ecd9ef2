import type { StopReason } from '@utter/contracts/http/webhooks'
import { type Plan, planOf } from '@utter/contracts/plans'
import { failpoint } from '@utter/runtime/failpoint'
import { recordSurely } from '@utter/runtime/record-surely'
import { shortened } from '@utter/runtime/shortened'
import type { DeliverDeps } from '../deps.ts'
import { type Delivery, isOfJob, type LeasedDelivery } from '../domain/delivery.ts'
import { type Endpoint, signingSecrets } from '../domain/endpoint.ts'
import { nextTryAt, retryAfterOf } from '../domain/schedule.ts'
import { newSecret, signedHeaders } from '../domain/signature.ts'
import type { DeliveryOutcome } from '../store/deliveries/tries.ts'
import { messageOf } from './message-of.ts'
import { countDeliveryAttempt, countStopped } from './metrics.ts'
import { noteEndpoint } from './note-endpoint.ts'
import { isGone, isSuccess, type Sent, sendLimitMs } from './send.ts'
import { tracedSend } from './traced-send.ts'

/** The pause of a delivery that waits for something of ours: jobs, or the account's plan. */
const waitMs = 10_000
/** The plan of an account that has just got one may be known here a moment later than at the gateway. */
const planKnownWithinMs = 60_000
/** No state of a plan is consumed so late. */
const planUnknownForMs = 24 * 3_600_000
/** Time for the record of a try, apart from the try itself. */
const recordMs = shortened(5_000)

/** The outcome of a try for its receiver: how long that took, where it was asked, and when the delivery is tried again, if so. */
export type Tried = { sentMs?: number; nextAttemptAt?: Date | undefined }

/** Makes a try of a leased delivery, from the check whether it may be sent to the record of its outcome. */
export async function attemptDelivery(deps: DeliverDeps, delivery: LeasedDelivery): Promise<Tried> {
  const { deliveries, endpoints, plans, clock, send } = deps
  const endpoint = await endpoints.read(delivery.userId)
  const present = presentOf(delivery, endpoint, plans, clock.now())
  if ('stop' in present) await stop(deps, delivery, present.stop)
  if ('wait' in present) return postpone(deps, delivery)
  if (!endpoint || !('url' in present)) return {}
  const body = delivery.body ?? (await render(deps, delivery))
  if (typeof body !== 'string') return body
  const secrets = await secretsOf(deps, endpoint)
  const at = clock.now()
  // Slow until here: the next owner of the delivery sends it, not both.
  if (delivery.leasedUntil.getTime() - at.getTime() < sendLimitMs + recordMs) return {}
  failpoint('webhook-leased')
  const sent = await tracedSend(send, delivery)(
    present.url,
    signedHeaders(secrets, { id: delivery._id, at, body }),
    body,
  )
  failpoint('webhook-answered')
  const outcome = outcomeOf(delivery, at, sent, clock.now())
  const { ms, status, error, answer } = sent
  const leasedMs = delivery.leasedUntil.getTime() - clock.now().getTime()
  // A database that is unavailable for a moment does not make a receiver get its webhook twice.
  const recorded = await recordSurely(
    () => deliveries.record(delivery, present.url, { at, status, error, ms, answer }, outcome),
    AbortSignal.timeout(Math.max(0, leasedMs)),
  )
  if (!recorded) return { sentMs: ms }
  failpoint('webhook-recorded')
  countDeliveryAttempt(outcome.status)
  if (isOfJob(recorded)) deps.deliveryRelay.soon(recorded)
  if (!delivery.isOwn) await noteEndpoint(deps, endpoint, { url: present.url, at, sent })
  deps.log.info(
    { delivery: delivery._id, ...idsOf(delivery), status, ms, outcome: outcome.status },
    'a webhook was tried',
  )
  return { sentMs: ms, ...(outcome.status === 'pending' && { nextAttemptAt: outcome.nextAttemptAt }) }
}

/** Where it goes now, or why it does not. */
function presentOf(
  { isOwn, url, createdAt }: Delivery,
  endpoint: Endpoint | null,
  plans: Plan[],
  now: Date,
): { url: string } | { stop: StopReason } | { wait: true } {
  const ageMs = now.getTime() - createdAt.getTime()
  if (!endpoint || endpoint.billingVersion === 0) return ageMs < planUnknownForMs ? { wait: true } : { stop: 'plan' }
  if (!planOf(plans, endpoint.tier).webhooks) return ageMs < planKnownWithinMs ? { wait: true } : { stop: 'plan' }
  if (isOwn) return { url }
  if (endpoint.url === undefined) return { stop: 'removed' }
  return endpoint.disabledAt ? { stop: 'disabled' } : { url: endpoint.url }
}

/** The bytes of every try, kept with the delivery; or what is left where nothing is sent now. */
async function render(deps: DeliverDeps, delivery: LeasedDelivery): Promise<string | Tried> {
  const { deliveries, log } = deps
  try {
    const body = await messageOf(deps, delivery)
    if (body === undefined) {
      await stop(deps, delivery, goneReasonOf(delivery))
      return {}
    }
    return (await deliveries.keepBody(delivery, body)) ? body : {}
  } catch (error) {
    log.debug({ err: error, delivery: delivery._id }, 'a webhook waits for its job or work')
    return postpone(deps, delivery)
  }
}

const idsOf = ({ jobId, workId, noticeId }: Delivery) =>
  jobId !== undefined ? { jobId } : workId !== undefined ? { workId } : { noticeId }

/** There is nothing left to tell of. */
function goneReasonOf({ jobId, workId }: Delivery): StopReason {
  if (jobId !== undefined) return 'job_deleted'
  return workId !== undefined ? 'work_deleted' : 'expired'
}

/** A webhook of a job is signed too where the account has no webhook of its own, and no secret yet. */
async function secretsOf({ endpoints, sealed, clock }: DeliverDeps, endpoint: Endpoint): Promise<string[]> {
  const found = signingSecrets(endpoint, clock.now(), sealed)
  if (found.length > 0) return found
  const { _id: userId } = endpoint
  const secret = sealed.seal(userId, newSecret())
  const present = (await endpoints.replaceSecret(endpoint, secret)) ?? (await endpoints.readOrCreate(userId))
  const made = signingSecrets(present, clock.now(), sealed)
  if (made.length === 0) throw new Error('the account has no secret')
  return made
}

function outcomeOf(delivery: Delivery, at: Date, { status, retryAfter }: Sent, now: Date): DeliveryOutcome {
  if (isSuccess(status)) return { status: 'delivered' }
  if (isGone(status)) return { status: 'failed' }
  const firstAt = delivery.firstAttemptAt ?? at
  const next = nextTryAt({ firstAt, at, now, retryAfterMs: retryAfterOf(retryAfter, now) }, Math.random())
  return next ? { status: 'pending', nextAttemptAt: next } : { status: 'failed' }
}

async function stop({ deliveries, log }: DeliverDeps, delivery: LeasedDelivery, reason: StopReason): Promise<void> {
  await deliveries.stop(delivery, reason)
  countStopped()
  log.info({ delivery: delivery._id, ...idsOf(delivery), reason }, 'a webhook is tried no more')
}

/** Nothing was sent: it is tried later. Spread, since deliveries that wait for one thing wait together. */
async function postpone({ deliveries, clock }: DeliverDeps, delivery: LeasedDelivery): Promise<Tried> {
  const nextAttemptAt = new Date(Math.round(clock.now().getTime() + waitMs * (1 + Math.random() / 2)))
  await deliveries.postpone(delivery, nextAttemptAt)
  return { nextAttemptAt }
}
