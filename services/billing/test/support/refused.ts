import { newIdentity } from '@utter/testing/callers'
import { notLoggedIn, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openBilling } from './open-billing.ts'

/** Tests that every route of payments has: for a session alone, and only where payments are configured. */
export function describeRefusals(path: string, body?: object): void {
  test.each(callers.refused.account)('401 for %s', async (_caller, token) => {
    await using billing = await openBilling()
    expect(await billing.request('POST', path, token, body)).toMatchObject(notLoggedIn)
  })

  test('403: an API key', async () => {
    await using billing = await openBilling()
    expect(await billing.request('POST', path, callers.key(['jobs:write', 'usage:read']), body)).toMatchObject(
      problem(403, 'This needs a login, not an API key', 'missing_scope'),
    )
  })

  test('503: payments are not configured', async () => {
    await using billing = await openBilling()
    expect(await billing.request('POST', path, callers.account(newIdentity()), body)).toMatchObject(
      problem(503, 'Payments are not configured', 'payments_not_configured'),
    )
  })
}
