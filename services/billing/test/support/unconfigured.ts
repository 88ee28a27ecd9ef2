import { newIdentity } from '@utter/testing/callers'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openBilling } from './open-billing.ts'

/** The test that every route of payments has: it answers only where payments are configured. */
export function testUnconfigured(path: string, body?: object): void {
  test('503: payments are not configured', async () => {
    await using billing = await openBilling()
    expect(await billing.request('POST', path, callers.account(newIdentity()), body)).toMatchObject(
      problem(503, 'Payments are not configured', 'payments_not_configured'),
    )
  })
}
