import { type Credential, credentialKey } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { anAddress, callerToken } from '../support/callers.ts'
import { anEmail, openAccount, password } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

const linkIsOver = invalid('token', 'This link is no longer valid')
const verify = (token: unknown) => account.post('verify-email', { token }, { address: anAddress() })
async function aLink(userId: string): Promise<string> {
  const path = `/internal/accounts/${userId}/mail-recipient`
  const { body } = await account.internal('POST', path, { link: 'email-verification' }, 'notifier')
  return new URL(body.link).searchParams.get('token') ?? ''
}

test('200: the address is verified, once, in any browser', async () => {
  const { userId, address, session, email } = await account.member()
  const token = await aLink(userId)
  const answer = await verify(token)
  expect([answer.status, answer.body]).toEqual([200, { message: 'Email verified' }])
  const me = await account.request('GET', '/api/auth/me', callerToken({ address, identity: session }))
  expect(Date.parse(me.body.user.emailVerifiedAt)).toBeGreaterThan(0)
  expect(await verify(token)).toMatchObject(linkIsOver)
  const [entry] =
    (await account.users.read(userId))?.unrecorded?.filter(({ action }) => action === 'email-verified') ?? []
  expect(entry).toMatchObject({ actor: 'owner', target: email })
})

test('a new address is not verified, and a link of the one before is over', async () => {
  const { userId, address, session } = await account.member()
  const before = await aLink(userId)
  await verify(await aLink(userId))
  const after = await account.post('update-email', { newEmail: anEmail(), password }, { address, identity: session })
  expect(after.status).toBe(200)
  expect(await account.users.read(userId)).not.toHaveProperty('emailVerifiedAt')
  expect(await verify(before)).toMatchObject(linkIsOver)
})

test.each([[undefined], [7], ['a'.repeat(201)], ['unknown']])('400: the token %j', async (token) => {
  expect(await verify(token)).toMatchObject(linkIsOver)
})

describe('a free account whose address is not verified', async () => {
  const bounded = await closedAfterAll(openAccount({ UNVERIFIED_FREE_CALLS: 10 }))

  test('has its calls of the plan with the link, in each copy at once, and loses them with another address', async () => {
    const { userId, address, session } = await bounded.member()
    const [token] = await bounded.tokens.ofUser(userId)
    const hash = token?._id ?? ''
    const limits = async () => {
      const copy = JSON.parse((await bounded.redis.get(credentialKey(hash))) ?? '{}') as Partial<Credential>
      return [(await bounded.credentials.resolve(hash))?.unverifiedLimit, copy.unverifiedLimit]
    }
    await bounded.credentials.resolve(hash)
    expect(await limits()).toEqual([10, 10])
    const path = `/internal/accounts/${userId}/mail-recipient`
    const { body } = await bounded.internal('POST', path, { link: 'email-verification' }, 'notifier')
    const mailed = new URL(body.link).searchParams.get('token')
    expect((await bounded.post('verify-email', { token: mailed }, { address: anAddress() })).status).toBe(200)
    expect(await limits()).toEqual([undefined, undefined])
    const change = { newEmail: anEmail(), password }
    expect((await bounded.post('update-email', change, { address, identity: session })).status).toBe(200)
    expect(await limits()).toEqual([10, 10])
  })
})
