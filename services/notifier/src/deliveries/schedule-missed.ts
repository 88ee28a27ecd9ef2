import type { DeliverDeps } from '../deps.ts'
import { receiverOf } from '../domain/delivery.ts'
import type { PendingDelivery } from '../store/deliveries/tries.ts'

const batch = 500

/**
 * Finds pending deliveries whose receiver is not looked at by their date, and makes it due: a process died between the
 * two writes, or the delivery was written by a version that knows no receivers. It goes from receiver to receiver, so a
 * backlog is one step.
 * @param after the last receiver of the turn before; at first '' @returns that of this one; '' at the end
 */
export async function scheduleMissed(
  { deliveries }: Pick<DeliverDeps, 'deliveries'>,
  after: string,
  limit = batch,
): Promise<string> {
  const found: PendingDelivery[] = []
  for (let last = after; found.length < limit; ) {
    const first = await deliveries.pendingAfter(last)
    if (!first) break
    found.push(first)
    last = first.receiver
  }
  const receivers = await deliveries.receivers.read(found.map(({ receiver }) => receiver))
  const byId = new Map(receivers.map((one) => [one._id, one]))
  for (const first of found) {
    const receiver = byId.get(first.receiver)
    // A full one is due by the end of a lease.
    if (receiver && (receiver.isFull || receiver.nextDueAt <= first.nextAttemptAt)) continue
    await deliveries.receivers.makeDue([receiverOf(first)], first.nextAttemptAt)
  }
  return found.length === limit ? (found.at(-1)?.receiver ?? '') : ''
}
