import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, now, openBilling } from '../../support/open-billing.ts'

const billing = await closedAfterAll(openBilling())
const trust = (userId: string, body: object) =>
  billing.request('PUT', `/internal/accounts/${userId}/trust`, callers.internal('operator'), body)

test('200: the limit that an account may set, which is published at once', async () => {
  const userId = randomUUID()
  await billing.subscriptions.begin(userId, now)
  expect(await trust(userId, { dollars: 2_000 })).toMatchObject({ status: 200, body: { maxSpendingLimit: null } })
  expect(billing.relayed.at(-1)).toMatchObject({ _id: userId, trust: 2_000, version: 1, unpublishedSince: now })
  await billing.database.collection('subscriptions').updateOne({ _id: userId as never }, { $set: { tier: 'starter' } })
  expect((await trust(userId, { dollars: 2_000 })).body).toEqual({ maxSpendingLimit: 2_000 })
  expect((await trust(userId, { dollars: 0 })).body).toEqual({ maxSpendingLimit: null })
})

test.each([{ dollars: -1 }, { dollars: 10_001 }, { dollars: 2.5 }, { dollars: '5' }, {}])('400: %j', async (body) => {
  const sentence = 'dollars must be a whole number between 0 and 10,000'
  expect(await trust(randomUUID(), body)).toMatchObject(invalid('dollars', sentence))
})

test('404: an account that is not known', async () => {
  expect(await trust(randomUUID(), { dollars: 1 })).toMatchObject(problem(404, 'Account not found', 'not_found'))
})
