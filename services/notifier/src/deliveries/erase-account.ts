import type { EraseDeps } from '../deps.ts'
import { webhookState } from '../publishes/webhook-state.ts'

/**
 * Removes everything that notifier has of an account. The topic keeps an account's last state for ever, so a state
 * without an address is published. An account that never had a webhook has no state there.
 */
export async function eraseAccount(
  { endpoints, deliveries, notices, choices, publish }: EraseDeps,
  userId: string,
): Promise<void> {
  const endpoint = await endpoints.read(userId)
  if (endpoint && endpoint.version > 0) await publish([webhookState({ _id: userId, version: endpoint.version + 1 })])
  await endpoints.remove(userId)
  await deliveries.removeOf(userId)
  await choices.remove(userId)
  await notices.removeOf(userId)
}
