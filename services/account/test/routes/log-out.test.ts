import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, callerToken } from '../support/callers.ts'
import { openAccount } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

const logOut = (token: string | undefined) => account.request('POST', '/api/auth/logout', token)

test('200: the session is worth nothing at once, and the gateway is to forget its cookie', async () => {
  const { userId, address, session } = await account.member()
  const [token] = await account.tokens.ofUser(userId)
  const answer = await logOut(callerToken({ address, identity: session }))
  expect([answer.status, answer.body, answer.headers[sessionHeader]]).toEqual([200, { message: 'Logged out' }, ''])
  expect(await account.redis.get(credentialKey(token?._id ?? ''))).toBe(revokedMark)
  expect(await account.tokens.ofUser(userId)).toEqual([])
})

test('200: for a visitor, for a session that has ended, and for an API key, which stays', async () => {
  const { userId, address, session } = await account.member()
  await account.apiKeys.create(userId, { name: 'a key', scopes: ['jobs:read'] }, { actor: 'owner' })
  const [key] = await account.tokens.keysOf(userId)
  const { sessionId: _none, ...person } = { ...session, keyId: key?.id }
  for (const token of [
    callers.visitor,
    callerToken({ address, identity: { ...session, sessionId: 'ended' } }),
    callerToken({ address, identity: person }),
  ]) {
    const answer = await logOut(token)
    expect([answer.status, answer.headers[sessionHeader]]).toEqual([200, ''])
  }
  expect(await account.tokens.ofUser(userId)).toHaveLength(2)
})
