import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { password } from '../../support/open-account.ts'
import { invalidPasskey, openPasskeys } from '../../support/open-passkeys.ts'
import { tooManyAttempts } from '../../support/problems.ts'

const account = await closedAfterAll(openPasskeys({ LOGIN_FAILURES_PER_NAME: 3 }))

test('200: the session is a fresh one again', async () => {
  const owner = await account.withPasskey()
  await account.unset('tokens', (await account.tokens.ofUser(owner.userId))[0]?._id ?? '', 'verifiedAt')
  const passkey = await account.proofOf(owner, owner.passkey)
  expect(await account.ask(owner, 'POST', 'verify-passkey', { passkey })).toMatchObject({
    status: 200,
    body: { message: 'Passkey verified' },
  })
  expect((await account.sessionOf(owner.userId)).verifiedAt).toEqual(expect.any(String))
})

test('a passkey stands for the password where an act asks for it', async () => {
  const owner = await account.withPasskey()
  const proof = async () => ({ passkey: await account.proofOf(owner, owner.passkey) })
  const newPassword = 'another long password'
  const changed = await account.ask(owner, 'POST', 'change-password', { ...(await proof()), newPassword })
  expect(changed.status).toBe(200)
  const newEmail = `new-${owner.email}`
  expect((await account.ask(owner, 'POST', 'update-email', { ...(await proof()), newEmail })).status).toBe(200)
  expect((await account.logIn(newEmail, newPassword, owner.address)).status).toBe(200)
  expect((await account.ask(owner, 'POST', 'delete-account', await proof())).status).toBe(202)
})

test("401: another account's passkey, and an answer that was given before; 429 after so many, with passwords together", async () => {
  const [owner, other] = [await account.withPasskey(), await account.withPasskey()]
  const theirs = await account.proofOf(other, other.passkey)
  expect(await account.ask(owner, 'POST', 'verify-passkey', { passkey: theirs })).toMatchObject(invalidPasskey)
  const own = await account.proofOf(owner, owner.passkey)
  expect((await account.ask(owner, 'POST', 'verify-passkey', { passkey: own })).status).toBe(200)
  expect(await account.ask(owner, 'POST', 'verify-passkey', { passkey: own })).toMatchObject(invalidPasskey)
  expect((await account.ask(owner, 'POST', 'verify-password', { password: 'wrong' })).status).toBe(401)
  expect(await account.ask(owner, 'POST', 'verify-password', { password })).toMatchObject(tooManyAttempts)
})
