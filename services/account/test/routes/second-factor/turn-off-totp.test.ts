import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import type { User } from '../../../src/domain/user.ts'
import { password } from '../../support/open-account.ts'
import { noAppIsOn, openGuarded, passwordNeeded } from '../../support/open-guarded.ts'

const account = await closedAfterAll(openGuarded())

test('200: the password is enough again, and no secret and no recovery code is left', async () => {
  const member = await account.guarded()
  expect(await account.ask(member, 'DELETE', '/totp')).toMatchObject({
    status: 200,
    body: { message: 'The authenticator app is off' },
  })
  expect((await account.logIn(member.email, password, member.address)).status).toBe(200)
  const stored = await account.stored<User>('users', member.userId)
  expect([stored?.totp, stored?.recoveryCodes]).toEqual([undefined, undefined])
  expect((await account.audit.page(member.userId, 10)).map(({ action }) => action)).toContain('second-factor-off')
})

test('a ticket of before is worth nothing then', async () => {
  const member = await account.guarded()
  const ticket = await account.ticketOf(member)
  await account.ask(member, 'DELETE', '/totp')
  expect((await account.second(ticket, account.codeOf(member.secret), member.address)).status).toBe(401)
})

test('403 in a session whose password was given too long ago, and 404 where none is on', async () => {
  const member = await account.guarded()
  expect(await account.ask(account.stale(member), 'DELETE', '/totp')).toMatchObject(passwordNeeded)
  expect(await account.ask(await account.member(), 'DELETE', '/totp')).toMatchObject(noAppIsOn)
})
