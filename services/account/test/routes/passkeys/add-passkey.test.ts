import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { createSoftPasskey } from '@utter/testing/soft-passkey'
import { expect, test } from 'vitest'
import { publicUrl } from '../../support/open-account.ts'
import { openPasskeys } from '../../support/open-passkeys.ts'

const account = await closedAfterAll(openPasskeys())
const refused = invalid('passkey', 'This passkey could not be added')

test('201: it is in the list, and the audit has it; without a name it has that of the browser', async () => {
  const owner = await account.withPasskey()
  expect(owner.row).toEqual({
    id: expect.any(String),
    name: 'My phone',
    addedAt: expect.any(String),
    lastUsedAt: null,
  })
  const { status, body } = await account.add(owner, createSoftPasskey(publicUrl))
  expect([status, body.name]).toEqual([201, 'lightMyRequest'])
  const { passkeys } = (await account.ask(owner, 'GET', 'second-factor')).body
  expect(passkeys).toEqual([owner.row, body])
  const notices = (await account.publish(owner.userId)).map(({ data }) => (data as { notice?: object }).notice)
  expect(notices).toContainEqual({ kind: 'second-factor-changed', change: 'passkey-added', name: 'My phone' })
  const entries = await account.audit.page(owner.userId, 10)
  expect(entries.find(({ target }) => target === 'My phone')).toMatchObject({ action: 'passkey-added' })
})

test('400: a challenge is good once, and for the account that it was made for', async () => {
  const [one, other] = [await account.member(), await account.member()]
  const passkey = createSoftPasskey(publicUrl)
  const made = passkey.create((await account.ask(one, 'POST', 'passkeys/options')).body)
  expect(await account.ask(other, 'POST', 'passkeys', { passkey: made })).toMatchObject(refused)
  // Another account's attempt has spent it.
  expect(await account.ask(one, 'POST', 'passkeys', { passkey: made })).toMatchObject(refused)
  const again = passkey.create((await account.ask(one, 'POST', 'passkeys/options')).body)
  expect((await account.ask(one, 'POST', 'passkeys', { passkey: again })).status).toBe(201)
  expect(await account.ask(one, 'POST', 'passkeys', { passkey: again })).toMatchObject(refused)
})

test('400: made on the pages of another site, or without asking for its owner', async () => {
  const owner = await account.member()
  for (const passkey of [
    createSoftPasskey('https://evil.example'),
    createSoftPasskey('https://utter.example:8443'),
    createSoftPasskey(publicUrl, { isOwnerVerified: false }),
  ])
    expect(await account.add(owner, passkey)).toMatchObject(refused)
  expect((await account.ask(owner, 'GET', 'second-factor')).body.passkeys).toEqual([])
})

test('409: an account has twenty, of many at once exactly these', async () => {
  const owner = await account.member()
  const answers = await Promise.all(Array.from({ length: 22 }, () => account.add(owner, createSoftPasskey(publicUrl))))
  const full = answers.filter(({ status }) => status !== 201)
  expect(full).toHaveLength(2)
  expect(full[0]).toMatchObject(problem(409, 'An account may have at most 20 passkeys', 'too_many_passkeys'))
})

test.each([
  [{}, 'passkey', 'The passkey could not be read'],
  [{ passkey: 'nonsense' }, 'passkey', 'The passkey could not be read'],
])('400: %j', async (body, field, sentence) => {
  expect(await account.ask(await account.member(), 'POST', 'passkeys', body)).toMatchObject(invalid(field, sentence))
})
