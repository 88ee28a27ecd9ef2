import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import type { User } from '../../../src/domain/user.ts'
import { openGuarded } from '../../support/open-guarded.ts'
import { tooManyAttempts } from '../../support/problems.ts'

const account = await closedAfterAll(openGuarded({ LOGIN_FAILURES_PER_NAME: 3 }))
const wrong = invalid('code', 'This code is not valid')

test('200: ten recovery codes, of which hashes are stored, and the app is on', async () => {
  const { recoveryCodes, userId, ...member } = await account.guarded()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  const stored = await account.stored<User>('users', userId)
  expect(stored?.recoveryCodes).toHaveLength(10)
  expect(recoveryCodes.filter((code) => JSON.stringify(stored).includes(code))).toEqual([])
  expect(stored).not.toHaveProperty('awaitedTotp')
  expect((await account.ask({ ...member, userId }, 'GET')).body).toMatchObject({
    totp: { addedAt: expect.any(String), lastUsedAt: expect.any(String) },
    recoveryCodesLeft: 10,
  })
  const notices = (await account.publish(userId)).map(({ data }) => (data as { notice?: object }).notice)
  expect(notices).toContainEqual({ kind: 'second-factor-changed', change: 'app-on' })
  expect((await account.audit.page(userId, 10)).map(({ action }) => action)).toContain('second-factor-on')
})

test('the code that turned it on logs nobody in', async () => {
  const member = await account.member()
  const { secret } = (await account.ask(member, 'POST', '/totp')).body
  const code = account.codeOf(secret)
  expect((await account.ask(member, 'POST', '/totp/confirm', { code })).status).toBe(200)
  expect((await account.second(await account.ticketOf(member), code, member.address)).status).toBe(401)
})

test('400 for a wrong code, 429 after so many, and nothing is on', async () => {
  const member = await account.member()
  const { secret } = (await account.ask(member, 'POST', '/totp')).body
  for (let count = 0; count < 3; count++)
    expect(await account.ask(member, 'POST', '/totp/confirm', { code: '12345' })).toMatchObject(wrong)
  const code = account.codeOf(secret)
  expect(await account.ask(member, 'POST', '/totp/confirm', { code })).toMatchObject(tooManyAttempts)
  expect((await account.ask(member, 'GET')).body.totp).toBeNull()
})

test('400 where no app was begun, and more than 15 minutes after it was', async () => {
  const member = await account.member()
  expect(await account.ask(member, 'POST', '/totp/confirm', { code: '123456' })).toMatchObject(wrong)
  const { secret } = (await account.ask(member, 'POST', '/totp')).body
  account.passCodes(15 * 60_000)
  const code = account.codeOf(secret)
  expect(await account.ask(member, 'POST', '/totp/confirm', { code })).toMatchObject(wrong)
})
