import { closedAfterAll } from '@utter/testing/closed-after-all'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { killAndAwait } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { openVendor } from '@utter/testing/vendors/vendor'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

await closedAfterAll(openVendor())
const careful = await RetryingCustomer.signUp(url)

test.each(['gateway', 'account', 'jobs', 'chat', 'speech', 'notifier', 'billing', 'referral'])(
  'kill -9 of %s with active jobs: it is back by itself',
  async (name) => {
    await careful.submit('/api/reply')
    await careful.submit('/api/tts')
    const back = killAndAwait(name)
    await careful.submit('/api/tts')
    await back
  },
)

test('every accepted job ends, and every promise holds: one end, one call, one ledger row, one recording', async () => {
  await careful.allEnded()
  const rows = (await careful.customer.get('/api/jobs')).body as { id: string; status: string }[]
  expect(rows.map(({ id }) => id).sort()).toEqual([...careful.jobIds].sort())
  expect(rows.filter(({ status }) => status !== 'completed')).toEqual([])
  await expectAtRest(careful.customer)
})
