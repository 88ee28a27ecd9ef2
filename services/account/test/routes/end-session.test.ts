import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { anAddress, callerToken } from '../support/callers.ts'
import { type Account, openAccount, password } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

type Member = Awaited<ReturnType<Account['member']>>
const end = ({ address, session }: Member, id: string | undefined) =>
  account.request('DELETE', `/api/auth/sessions/${id}`, callerToken({ address, identity: session }))
const noSession = problem(404, 'Session not found', 'session_not_found')

test('204: the session is worth nothing at once, and the others stay', async () => {
  const owner = await account.member()
  await account.logIn(owner.email, password, anAddress())
  const { sessionId } = await account.sessionOf(owner.userId)
  const [newest] = await account.tokens.ofUser(owner.userId)
  const { status, body, headers } = await end(owner, sessionId)
  expect([status, body, headers[sessionHeader]]).toEqual([204, undefined, undefined])
  expect(await account.redis.get(credentialKey(newest?._id ?? ''))).toBe(revokedMark)
  expect((await account.tokens.ofUser(owner.userId)).map(({ id }) => id)).toEqual([owner.session.sessionId])
  expect(await end(owner, sessionId)).toMatchObject(noSession)
})

test('204: the own session, of which the gateway is to forget the cookie', async () => {
  const owner = await account.member()
  const { status, headers } = await end(owner, owner.session.sessionId)
  expect([status, headers[sessionHeader]]).toEqual([204, ''])
  expect(await account.tokens.ofUser(owner.userId)).toEqual([])
})

test("404: another account's session, which stays, an API key's id, and none", async () => {
  const [owner, another] = [await account.member(), await account.member()]
  const { id: keyId } = (
    await account.internal('POST', '/internal/keys', { email: owner.email, name: 'k', scopes: [] })
  ).body
  for (const id of [another.session.sessionId, keyId, 'none', '%20'])
    expect(await end(owner, id)).toMatchObject(noSession)
  expect(await account.tokens.ofUser(another.userId)).toHaveLength(1)
  expect(await account.tokens.keysOf(owner.userId)).toHaveLength(1)
})
