import { isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import type { Connection } from 'mongoose'
import type { Delivery } from '../domain/delivery.ts'
import { lists } from './deliveries/lists.ts'
import { repeats } from './deliveries/repeats.ts'
import { type Deliveries, deliverySchema } from './deliveries/schema.ts'
import { tries } from './deliveries/tries.ts'

export type DeliveryStore = Awaited<ReturnType<typeof openDeliveries>>

/** The webhooks of jobs that have ended, each with its tries; kept for thirty days. */
export async function openDeliveries(connection: Connection) {
  const model = await openModel(connection, 'deliveries', deliverySchema())
  const deliveries = model.collection as unknown as Deliveries
  return {
    /** @returns false: the event was consumed before */
    async insert(delivery: Delivery): Promise<boolean> {
      try {
        await deliveries.insertOne(delivery)
        return true
      } catch (error) {
        if (isDuplicate(error)) return false
        throw error
      }
    },
    ...tries(deliveries),
    ...repeats(deliveries),
    ...lists(deliveries),
    outbox: mongoOutbox(model),
  }
}
