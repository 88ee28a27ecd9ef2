import '@utter/storage/mongo'
import { aName, log, unavailable } from '@utter/testing/setup/buses'
import { mongo } from 'mongoose'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { noAttempts, retryOrSetAside } from '../src/consume/failed-attempts.ts'
import { measureTimeLimits } from '../src/metrics.ts'

const counted = async (group: string) =>
  (await register.getSingleMetric('message_time_limits_total')?.get())?.values.find(
    ({ labels }) => labels.group === group,
  )?.value
const delivery = { topic: 't', partition: 0, message: { offset: '0' } } as never
/** Nothing is waited for by a consumer that has stopped. */
const stopped = AbortSignal.abort()

test.each([
  [
    'that the time limit of the database ended is counted from the tenth of these on',
    () => new mongo.MongoServerError({ ok: 0, code: 50, errmsg: 'out of time' }),
    3,
  ],
  ['that another fault ended is not counted', unavailable, 0],
])('an attempt at a message %s', async (_what, fault, count) => {
  const groupId = aName()
  measureTimeLimits(groupId)
  // Prometheus sees no increase in a series that begins with it.
  expect(await counted(groupId)).toBe(0)
  const attempts = noAttempts()
  for (let i = 0; i < 12; i++)
    expect(await retryOrSetAside(delivery, fault(), attempts, { producer: {} as never, log, groupId, stopped })).toBe(
      false,
    )
  expect(await counted(groupId)).toBe(count)
})
