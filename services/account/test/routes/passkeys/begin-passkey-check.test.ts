import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { noSuchPasskey, openPasskeys } from '../../support/open-passkeys.ts'

const account = await closedAfterAll(openPasskeys())

test("200: the account's own passkeys are named; 404 where it has none", async () => {
  const owner = await account.withPasskey()
  const { status, body } = await account.ask(owner, 'POST', 'verify-passkey/options')
  expect([status, body]).toMatchObject([200, { allowCredentials: [{ type: 'public-key', transports: ['internal'] }] }])
  expect(await account.ask(await account.member(), 'POST', 'verify-passkey/options')).toMatchObject(noSuchPasskey)
})
