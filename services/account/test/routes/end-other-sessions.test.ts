import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { anAddress, callerToken } from '../support/callers.ts'
import { openAccount, password } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

const endOthers = (token: string | undefined) => account.request('DELETE', '/api/auth/sessions', token)

test('200: the other sessions are worth nothing at once; the one that asks and the API keys stay', async () => {
  const { userId, email, address, session } = await account.member()
  await Promise.all([1, 2].map(() => account.logIn(email, password, anAddress())))
  await account.internal('POST', '/internal/keys', { email, name: 'k', scopes: [] })
  const before = await account.tokens.ofUser(userId)
  const answer = await endOthers(callerToken({ address, identity: session }))
  expect([answer.status, answer.body]).toEqual([200, { message: 'All other sessions have ended' }])
  const left = await account.tokens.ofUser(userId)
  expect(left.map(({ kind }) => kind).sort()).toEqual(['key', 'session'])
  expect(left.find(({ kind }) => kind === 'session')?.id).toBe(session.sessionId)
  for (const { _id } of before.filter(({ _id }) => left.every((token) => token._id !== _id)))
    expect(await account.redis.get(credentialKey(_id))).toBe(revokedMark)
})

test('200: again, with nothing left to end', async () => {
  const { address, session } = await account.member()
  const token = callerToken({ address, identity: session })
  expect([(await endOthers(token)).status, (await endOthers(token)).status]).toEqual([200, 200])
})
