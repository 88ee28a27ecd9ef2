import { currentTrace } from '@utter/telemetry/trace'
import type { ConsumeDeps } from '../deps.ts'
import { newDelivery, type Subject } from '../domain/delivery.ts'

/** Older ends are not delivered: a new group begins with events of thirty days. */
const maxAgeMs = 5 * 24 * 3_600_000

/**
 * Inserts the delivery of an end to the account's webhook, or to the address that is given: one document, which is tried after the message is acked. The same once more changes
 * nothing.
 * @param at when it happened @param ownUrl of the job itself
 */
export async function addDelivery(
  { endpoints, deliveries, erasure, dispatcher, clock }: ConsumeDeps,
  userId: string,
  subject: Subject,
  { at, ownUrl }: { at: Date; ownUrl?: string | undefined },
): Promise<void> {
  const now = clock.now()
  if (now.getTime() - at.getTime() > maxAgeMs) return
  const isOwn = ownUrl !== undefined
  const endpoint = isOwn ? null : await endpoints.read(userId)
  const url = ownUrl ?? endpoint?.url
  // Ends of before the account's webhook was set are not delivered to it.
  if (url === undefined || (endpoint?.urlSince && at < endpoint.urlSince)) return
  if (await erasure.isDeleted(userId)) return
  const isDisabled = endpoint?.disabledAt !== undefined
  const delivery = newDelivery({ userId, url, isOwn, isDisabled, ...subject, ...currentTrace() }, now)
  if (await deliveries.insert(delivery)) dispatcher.wake()
}
