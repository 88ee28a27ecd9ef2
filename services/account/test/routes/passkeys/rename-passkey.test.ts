import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { noSuchPasskey, openPasskeys } from '../../support/open-passkeys.ts'

const account = await closedAfterAll(openPasskeys())

test('200: another name for the one passkey; 404 for that of another account', async () => {
  const [owner, other] = [await account.withPasskey(), await account.withPasskey()]
  const path = `passkeys/${owner.row.id}`
  const { status, body } = await account.ask(owner, 'PUT', path, { name: 'My tablet' })
  expect([status, body]).toEqual([200, { ...owner.row, name: 'My tablet' }])
  expect(await account.ask(other, 'PUT', path, { name: 'Mine' })).toMatchObject(noSuchPasskey)
  expect((await account.ask(owner, 'GET', 'second-factor')).body.passkeys[0].name).toBe('My tablet')
  expect((await account.ask(other, 'GET', 'second-factor')).body.passkeys[0].name).toBe('My phone')
})

test.each([
  [{}, 'Name is required'],
  [{ name: '  ' }, 'Name is required'],
  [{ name: 'a'.repeat(61) }, 'Name must be at most 60 characters'],
])('400: %j', async (body, sentence) => {
  const owner = await account.withPasskey()
  expect(await account.ask(owner, 'PUT', `passkeys/${owner.row.id}`, body)).toMatchObject(invalid('name', sentence))
})
