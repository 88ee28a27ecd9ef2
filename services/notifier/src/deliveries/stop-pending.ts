import type { StopReason } from '@utter/contracts/http/webhooks'
import type { DeliveryStore } from '../store/deliveries.ts'

const batch = 500

/** Ends what an account has pending, in portions. Again, after a crash, it ends what is left. */
export async function stopAllPending(
  deliveries: Pick<DeliveryStore, 'stopPending'>,
  userId: string,
  which: { isOwn?: false },
  reason: StopReason,
): Promise<void> {
  while ((await deliveries.stopPending(userId, which, reason, batch)) === batch);
}
