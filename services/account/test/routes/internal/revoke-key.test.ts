import { randomUUID } from 'node:crypto'
import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { openAccount } from '../../support/open-account.ts'
import { noSuchAccount } from '../../support/problems.ts'

const account = await closedAfterAll(openAccount())
const member = await account.member()

const revoke = (email: string, id: string) => account.internal('DELETE', `/internal/keys/${id}?email=${email}`)
const create = async () =>
  (await account.internal('POST', '/internal/keys', { email: member.email, name: 'a key', scopes: [] })).body

test('200: the key is worth nothing at once, and a second time it is not there', async () => {
  const { id, key } = await create()
  const { status, body } = await revoke(member.email, id)
  expect([status, body]).toEqual([200, { id }])
  expect(await account.redis.get(credentialKey(hashOf(key)))).toBe(revokedMark)
  expect(await account.credentials.resolve(hashOf(key))).toBeNull()
  expect((await revoke(member.email, id)).status).toBe(404)
})

test('400: no email', async () => {
  expect(await account.internal('DELETE', `/internal/keys/${randomUUID()}`)).toMatchObject(
    invalid('email', 'email is not valid'),
  )
})

test('404: a key that is not there, another account’s, and a session', async () => {
  const [other, { id }] = [await account.member(), await create()]
  for (const [email, missing] of [
    [member.email, randomUUID()],
    [other.email, id],
    [member.email, member.session.sessionId ?? ''],
  ] as const)
    expect(await revoke(email, missing)).toMatchObject(
      problem(404, `The account has no key ${missing}`, 'key_not_found'),
    )
  expect((await account.tokens.ofUser(member.userId)).map(({ kind }) => kind)).toContain('session')
})

test('404: an email that no account has', async () => {
  expect(await revoke('nobody@example.com', randomUUID())).toMatchObject(noSuchAccount)
})
