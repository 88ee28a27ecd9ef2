import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openMongoProxy } from '@utter/testing/faults/mongo-proxy'
import { invalid, serviceUnavailable } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, now, openBilling } from '../../support/open-billing.ts'

const proxy = await closedAfterAll(openMongoProxy())
const billing = await closedAfterAll(openBilling({ mongoUrl: proxy.url }))

const count = (userId: string, token: string | undefined = callers.internal('operator')) =>
  billing.request('GET', `/internal/accounts/${userId}/ledger`, token)

test('200: the rows of all periods of an account, and of no other', async () => {
  const userId = randomUUID()
  expect(await count(userId)).toMatchObject({ status: 200, body: { rows: 0 } })
  for (const [owner, period] of [
    [userId, now],
    [userId, new Date(0)],
    [randomUUID(), now],
  ] as const)
    await billing.ledger.enter({ _id: randomUUID(), userId: owner, period, completedAt: now })
  expect(await count(userId)).toMatchObject({ status: 200, body: { rows: 2 } })
})

test('400: an account id that is none', async () => {
  expect(await count('me')).toMatchObject(invalid('userId', 'userId must be a UUID'))
})

test('503: while the database is unavailable', async () => {
  proxy.refuseNext([{ code: 50, codeName: 'MaxTimeMSExpired' }])
  expect(await count(randomUUID())).toMatchObject(serviceUnavailable)
})
