import { setTimeout as pause } from 'node:timers/promises'
import { BillingState } from '@utter/contracts/events/billing-state'
import type { Bus } from '@utter/messaging/open'
import { eventOf } from '@utter/messaging/outgoing-event'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import type { BenchCustomer } from '../customers.ts'

const withinMs = 30_000

/** Publishes, as billing would, that these customers have the largest plan, and waits until jobs has applied it. */
export async function planAll(bus: Pick<Bus, 'publish'>, mongoUrl: string, customers: BenchCustomer[]): Promise<void> {
  await bus.publish(
    customers.map(({ userId, signedUpAt }) =>
      eventOf(BillingState, {
        userId,
        version: 1,
        data: { tier: 'enterprise', subscriptionStatus: 'active', signedUpAt },
      }),
    ),
  )
  await untilPlanned(mongoUrl, customers)
}

async function untilPlanned(mongoUrl: string, customers: BenchCustomer[]): Promise<void> {
  const mongo = await openMongo(mongoUrl, 'jobs', createLog('bench', 'warn'))
  try {
    const untilMs = Date.now() + withinMs
    const planned = { _id: { $in: customers.map(({ userId }) => userId) } as never, tier: 'enterprise' }
    while ((await mongo.connection.collection('allowances').countDocuments(planned)) < customers.length) {
      if (Date.now() > untilMs) throw new Error(`jobs had not applied the plans after ${withinMs / 1_000} s`)
      await pause(50)
    }
  } finally {
    await mongo.close()
  }
}
