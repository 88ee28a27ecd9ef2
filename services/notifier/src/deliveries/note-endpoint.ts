import type { DisabledReason } from '@utter/contracts/http/disabled-reason'
import type { DeliverDeps } from '../deps.ts'
import { type Endpoint, isFailing, warningDue } from '../domain/endpoint.ts'
import { isGone, isSuccess, type Sent } from './send.ts'
import { stopAllPending } from './stop-pending.ts'

const minuteMs = 60_000

/** Records a try in the account's webhook: its success, or since when it fails, which may disable it. */
export async function noteEndpoint(
  deps: DeliverDeps,
  endpoint: Endpoint,
  { url, at, sent }: { url: string; at: Date; sent: Sent },
): Promise<void> {
  const { endpoints } = deps
  if (isSuccess(sent.status)) {
    // Most successes find nothing to be changed.
    const isNoted = endpoint.lastDeliveredAt && at.getTime() - endpoint.lastDeliveredAt.getTime() < minuteMs
    if (endpoint.failingSince || !isNoted) await endpoints.succeeded(endpoint._id, url, at)
    return
  }
  const present = await endpoints.failed(endpoint._id, url, sent.error ?? '', at)
  if (isGone(sent.status)) return disable(deps, endpoint._id, url, 'gone')
  if (present && isFailing(present, at)) return disable(deps, endpoint._id, url, 'failing')
  const percent = present && warningDue(present, at)
  const warned = percent && (await endpoints.warn(endpoint._id, url, percent, deps.clock.now()))
  if (warned) deps.endpointRelay.soon(warned)
}

/** Its pending deliveries end with it. *A crash* in between leaves them: each ends when it is due. */
async function disable(deps: DeliverDeps, userId: string, url: string, reason: DisabledReason): Promise<void> {
  const { endpoints, deliveries, endpointRelay, clock, log } = deps
  const disabled = await endpoints.disable(userId, url, reason, clock.now())
  if (!disabled) return
  endpointRelay.soon(disabled)
  log.info({ userId, reason }, 'a webhook is disabled')
  await stopAllPending(deliveries, userId, { isOwn: false }, 'disabled')
}
