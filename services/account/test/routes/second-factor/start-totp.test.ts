import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import type { User } from '../../../src/domain/user.ts'
import { password } from '../../support/open-account.ts'
import { openGuarded, passwordNeeded } from '../../support/open-guarded.ts'

const account = await closedAfterAll(openGuarded())

test('200: a secret and its address for a QR code, which is stored encrypted and asks for nothing yet', async () => {
  const member = await account.member()
  const { status, body } = await account.ask(member, 'POST', '/totp')
  expect([status, body.secret]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)])
  expect(body.uri).toMatch(new RegExp(`^otpauth://totp/Utter:.*secret=${body.secret}`))
  expect(decodeURIComponent(body.uri)).toContain(member.email)
  const stored = await account.stored<User>('users', member.userId)
  expect(stored?.awaitedTotp?.secret).toMatch(/^sealed:/)
  expect(JSON.stringify(stored)).not.toContain(body.secret)
  expect((await account.logIn(member.email, password, member.address)).status).toBe(200)
})

test('a second start takes the place of the first', async () => {
  const member = await account.member()
  const first = (await account.ask(member, 'POST', '/totp')).body.secret
  const second = (await account.ask(member, 'POST', '/totp')).body.secret
  const confirm = (secret: string) => account.ask(member, 'POST', '/totp/confirm', { code: account.codeOf(secret) })
  expect([(await confirm(first)).status, (await confirm(second)).status]).toEqual([400, 200])
})

test('403 in a session whose password was given too long ago, and 409 where an app is on', async () => {
  const member = await account.guarded()
  expect(await account.ask(account.stale(member), 'POST', '/totp')).toMatchObject(passwordNeeded)
  expect(await account.ask(member, 'POST', '/totp')).toMatchObject(
    problem(409, 'An authenticator app is on already', 'second_factor_on'),
  )
})
