import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { anAddress } from '../../support/callers.ts'
import { openPasskeys } from '../../support/open-passkeys.ts'

const account = await closedAfterAll(openPasskeys())

test('200: another challenge each time, and no passkey of anybody is named', async () => {
  const [one, two] = [await account.loginOptions(anAddress()), await account.loginOptions(anAddress())]
  expect(one).toMatchObject({ rpId: 'utter.example', userVerification: 'required' })
  expect(one).not.toHaveProperty('allowCredentials')
  expect(one.challenge).not.toBe(two.challenge)
})
