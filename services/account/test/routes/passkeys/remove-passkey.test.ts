import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { noSuchPasskey, openPasskeys } from '../../support/open-passkeys.ts'

const account = await closedAfterAll(openPasskeys())

test('204: it logs in nobody any more, and the audit has its name; 404 a second time', async () => {
  const owner = await account.withPasskey()
  expect((await account.signIn(owner.passkey, owner.address)).status).toBe(200)
  const path = `passkeys/${owner.row.id}`
  expect((await account.ask(owner, 'DELETE', path)).status).toBe(204)
  expect((await account.signIn(owner.passkey, owner.address)).status).toBe(401)
  const entries = await account.audit.page(owner.userId, 10)
  expect(entries.find(({ action }) => action === 'passkey-removed')?.target).toBe('My phone')
  expect(await account.ask(owner, 'DELETE', path)).toMatchObject(noSuchPasskey)
})

test('404 for a passkey of another account, which stays', async () => {
  const [owner, other] = [await account.withPasskey(), await account.member()]
  expect(await account.ask(other, 'DELETE', `passkeys/${owner.row.id}`)).toMatchObject(noSuchPasskey)
  expect((await account.signIn(owner.passkey, owner.address)).status).toBe(200)
})
