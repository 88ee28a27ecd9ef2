import { isDuplicate, openModel } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import type { Connection } from 'mongoose'
import { type Delivery, receiverOf } from '../domain/delivery.ts'
import { lists } from './deliveries/lists.ts'
import { repeats } from './deliveries/repeats.ts'
import { type Deliveries, deliverySchema } from './deliveries/schema.ts'
import { tries } from './deliveries/tries.ts'
import { openReceivers } from './receivers.ts'

export type DeliveryStore = Awaited<ReturnType<typeof openDeliveries>>

/** The webhooks of jobs that have ended, each with its tries, kept for thirty days; and the receivers that are due for them. */
export async function openDeliveries(connection: Connection) {
  const model = await openModel(connection, 'deliveries', deliverySchema())
  const deliveries = model.collection as unknown as Deliveries
  const receivers = await openReceivers(connection)
  return {
    /** @returns false: the event was consumed before */
    async insert(delivery: Delivery): Promise<boolean> {
      const isNew = await deliveries.insertOne(delivery).then(
        () => true,
        (error) => (isDuplicate(error) ? false : Promise.reject(error)),
      )
      // Also where it was there: the process that inserted it may have died before this.
      if (delivery.nextAttemptAt) await receivers.makeDue([receiverOf(delivery)], delivery.nextAttemptAt)
      return isNew
    },
    ...tries(deliveries),
    ...repeats(deliveries, receivers),
    ...lists(deliveries, receivers),
    receivers,
    outbox: mongoOutbox(model),
  }
}
