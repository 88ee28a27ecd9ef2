import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { anEntry } from '../support/an-entry.ts'
import { callerToken } from '../support/callers.ts'
import { openAccount, password } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

const list = (token: string | undefined) => account.request('GET', '/api/auth/sessions', token)

test('200: each login, the one used last first, with its address and client', async () => {
  const { userId, email, address, session } = await account.member()
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const visitor = callerToken({ address: '2001:db8::7' })
  const body = { email, password }
  await account.request('POST', '/api/auth/login', visitor, body, { 'user-agent': firefox })
  await account.internal('POST', '/internal/keys', { email, name: 'no session', scopes: [] })
  const answer = await list(callerToken({ address, identity: session }))
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual([
    {
      id: (await account.sessionOf(userId)).sessionId,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      address: '2001:db8::7',
      client: 'Firefox on Linux',
      signedInBy: 'password',
      isCurrent: false,
    },
    expect.objectContaining({ id: session.sessionId, address, isCurrent: true }),
  ])
})

test('a session that an update of the account has ended is not shown, even before it is removed', async () => {
  const { userId, email, address, session } = await account.member()
  await account.logIn(email, password, address)
  await account.users.endSessions(userId, session.sessionId, anEntry(userId))
  const { body } = await list(callerToken({ address, identity: session }))
  expect(body.map(({ id }: { id: string }) => id)).toEqual([session.sessionId])
})
