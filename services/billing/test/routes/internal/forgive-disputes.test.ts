import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, now, openBilling } from '../../support/open-billing.ts'

const billing = await closedAfterAll(openBilling())

test('200: the lost disputes of an account are forgiven, once', async () => {
  const { userId } = newIdentity()
  const forgive = () =>
    billing.request('POST', `/internal/accounts/${userId}/forgive-disputes`, callers.internal('operator'))
  expect(await forgive()).toMatchObject({ status: 200, body: { forgiven: 0 } })
  await billing.subscriptions.begin(userId, now)
  const dispute = { id: 'du_1', chargeId: 'ch_1', cents: 3900, currency: 'usd', at: now }
  await billing.subscriptions.addLostDispute(userId, dispute)
  expect([(await forgive()).body, (await forgive()).body]).toEqual([{ forgiven: 1 }, { forgiven: 0 }])
  expect((await billing.subscriptions.read(userId))?.lostDisputes).toEqual([{ ...dispute, forgivenAt: now }])
})
