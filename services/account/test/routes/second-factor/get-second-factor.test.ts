import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openGuarded } from '../../support/open-guarded.ts'

const account = await closedAfterAll(openGuarded())

test('200: nothing for a new account, and the app with its codes, without a secret, once it is on', async () => {
  const nothing = await account.ask(await account.member(), 'GET')
  expect([nothing.status, nothing.body]).toMatchObject([200, { totp: null, recoveryCodesLeft: 0 }])
  const member = await account.guarded()
  const { body } = await account.ask(member, 'GET')
  expect(body).toMatchObject({ totp: { addedAt: expect.any(String) }, recoveryCodesLeft: 10 })
  expect(JSON.stringify(body)).not.toContain(member.secret)
})
