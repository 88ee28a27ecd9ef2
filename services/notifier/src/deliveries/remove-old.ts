import type { DeliveryStore } from '../store/deliveries.ts'

const keptMs = 30 * 24 * 3_600_000
const batch = 500

/** Removes deliveries that were made more than thirty days ago, in portions: the last try of each was weeks before. */
export async function removeOld(deliveries: Pick<DeliveryStore, 'removeBefore'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  while ((await deliveries.removeBefore(before, batch)) === batch);
}
