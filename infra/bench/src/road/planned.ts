import { setTimeout as pause } from 'node:timers/promises'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import type { BenchCustomer } from '../customers.ts'

const withinMs = 30_000

/** Waits until jobs has heard of the plans of these customers. */
export async function untilPlanned(mongoUrl: string, customers: BenchCustomer[]): Promise<void> {
  const mongo = await openMongo(mongoUrl, 'jobs', createLog('bench', 'warn'))
  try {
    const untilMs = Date.now() + withinMs
    const planned = { _id: { $in: customers.map(({ userId }) => userId) } as never, tier: 'enterprise' }
    while ((await mongo.connection.collection('allowances').countDocuments(planned)) < customers.length) {
      if (Date.now() > untilMs) throw new Error(`jobs had not heard of the plans after ${withinMs / 1_000} s`)
      await pause(50)
    }
  } finally {
    await mongo.close()
  }
}
