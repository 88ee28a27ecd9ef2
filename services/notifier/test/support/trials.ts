import { randomUUID } from 'node:crypto'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryUpdate } from '@utter/testing/try-update'
import type { mongo } from 'mongoose'
import { type Delivery, newDelivery } from '../../src/domain/delivery.ts'
import type { Receiver } from '../../src/domain/receiver.ts'
import { openDeliveries } from '../../src/store/deliveries.ts'

export const now = new Date('2026-03-20T12:00:00Z')
export const later = (ms: number): Date => new Date(now.getTime() + ms)

/** A pending delivery of a completed job, but for what is given. */
export function aDelivery(more: Partial<Delivery> = {}): Delivery {
  const jobId = more.jobId ?? randomUUID()
  const given = { userId: 'own', jobId, outcome: 'completed', url: 'https://example.com/', isOwn: false } as const
  return { ...newDelivery({ ...given, isDisabled: false }, now), ...more }
}

/** The store of deliveries on a database of its own. */
export async function openDeliveryTrials() {
  const { connection, close } = await openDatabase('notifier-deliveries')
  const store = await openDeliveries(connection)
  const collection = connection.collection('deliveries') as unknown as mongo.Collection<Delivery>
  return {
    store,
    collection,
    receivers: connection.collection<Receiver>('receivers'),
    /** @param base fields of a delivery to which the update applies @param more fields in which this one differs */
    trial(base: Partial<Delivery>, more: Partial<Delivery>, act: (delivery: Delivery) => Promise<unknown>) {
      const delivery = aDelivery({ ...base, ...more })
      return tryUpdate<Delivery>(collection, [delivery, aDelivery(base)], () => act(delivery))
    },
    async stored(more: Partial<Delivery> = {}): Promise<Delivery> {
      const delivery = aDelivery(more)
      await collection.insertOne(delivery, { ignoreUndefined: true })
      return delivery
    },
    [Symbol.asyncDispose]: close,
  }
}
export type DeliveryTrials = Awaited<ReturnType<typeof openDeliveryTrials>>
