import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { createSoftPasskey } from '@utter/testing/soft-passkey'
import { expect, test } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { anAddress } from '../../support/callers.ts'
import { countOf, password, publicUrl } from '../../support/open-account.ts'
import { openPasskeys } from '../../support/open-passkeys.ts'
import { tooManyAttempts } from '../../support/problems.ts'

const account = await closedAfterAll(openPasskeys({ LOGIN_FAILURES_PER_ADDRESS: 5 }))
const notLetIn = problem(401, 'No account has this passkey, or it came too late', 'invalid_passkey')
const withAnswer = (passkey: unknown, address = anAddress()) => account.post('login/passkey', { passkey }, { address })

test('200: the account whose passkey it is, in a session that knows how it began', async () => {
  const { passkey, userId, address } = await account.withPasskey()
  const { status, headers, body } = await account.signIn(passkey, address)
  expect([status, body.user.id]).toEqual([200, userId])
  expect(await account.credentials.resolve(hashOf(String(headers[sessionHeader])))).toMatchObject({ userId })
  const [newest] = await account.tokens.ofUser(userId)
  expect(newest?.signedInBy).toBe('passkey')
  const [used] = (await account.users.read(userId))?.passkeys ?? []
  expect(used).toMatchObject({ counter: 1, usedAt: expect.any(Date) })
})

test('200 without a code where an authenticator app is on', async () => {
  const { passkey, userId, address } = await account.withPasskey()
  const totp = { secret: 's', addedAt: new Date(), usedAt: new Date(), lastStep: 1 }
  await account.set('users', userId, { totp })
  expect((await account.signIn(passkey, address)).status).toBe(200)
})

test('401: an answer is taken once, of many at once too', async () => {
  const { passkey, address } = await account.withPasskey()
  const answer = passkey.get(await account.loginOptions(address))
  const answers = await Promise.all(Array.from({ length: 4 }, () => withAnswer(answer)))
  expect([countOf(answers, 200), countOf(answers, 401)]).toEqual([1, 3])
})

test('401: a copy of the passkey, whose count is behind', async () => {
  const { passkey, address } = await account.withPasskey()
  await account.signIn(passkey, address)
  expect(await withAnswer(passkey.get(await account.loginOptions(address), 1))).toMatchObject(notLetIn)
  expect((await withAnswer(passkey.get(await account.loginOptions(address), 2))).status).toBe(200)
})

test('401: a challenge that is none of ours, one for another purpose, and a signature of another passkey', async () => {
  const owner = await account.withPasskey()
  expect(await withAnswer(owner.passkey.get({ challenge: 'nonsense' }))).toMatchObject(notLetIn)
  expect(await withAnswer(await account.proofOf(owner, owner.passkey))).toMatchObject(notLetIn)
  const forged = createSoftPasskey(publicUrl).get(await account.loginOptions(owner.address))
  const own = owner.passkey.get(await account.loginOptions(owner.address))
  const mixed = { ...own, response: { ...own.response, signature: forged.response.signature } }
  expect(await withAnswer(mixed)).toMatchObject(notLetIn)
})

test('401: a passkey that no account has; 429 after so many from one address', async () => {
  const address = anAddress()
  const stranger = createSoftPasskey(publicUrl)
  for (let count = 0; count < 5; count++) expect(await account.signIn(stranger, address)).toMatchObject(notLetIn)
  expect(await account.signIn(stranger, address)).toMatchObject(tooManyAttempts)
})

test('a link for a forgotten password ends the passkeys too; another password does not', async () => {
  const { passkey, ...owner } = await account.withPasskey()
  const newPassword = 'another long password'
  await account.ask(owner, 'POST', 'change-password', { password, newPassword })
  expect((await account.signIn(passkey, owner.address)).status).toBe(200)
  const { url } = (await account.internal('POST', '/internal/password-resets', { email: owner.email })).body
  const token = new URL(url).searchParams.get('reset')
  await account.post('reset-password', { token, password }, { address: owner.address })
  expect(await account.signIn(passkey, owner.address)).toMatchObject(notLetIn)
})

test('a deleted account has no passkey, and nothing of a second factor', async () => {
  const { passkey, ...owner } = await account.withPasskey()
  await account.ask(owner, 'POST', 'delete-account', { passkey: await account.proofOf(owner, passkey) })
  expect(await account.signIn(passkey, owner.address)).toMatchObject(notLetIn)
  expect(JSON.stringify(await account.stored('users', owner.userId))).not.toContain('credentialId')
})
