import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { noAppIsOn, notLetIn, openGuarded, passwordNeeded } from '../../support/open-guarded.ts'

const account = await closedAfterAll(openGuarded())

test('200: ten new codes, and those of before let nobody in', async () => {
  const member = await account.guarded()
  const { status, body } = await account.ask(member, 'POST', '/recovery-codes')
  expect([status, body.recoveryCodes.length]).toEqual([200, 10])
  const logIn = async (code = '') => account.second(await account.ticketOf(member), code, member.address)
  expect(await logIn(member.recoveryCodes[0])).toMatchObject(notLetIn)
  expect((await logIn(body.recoveryCodes[0])).status).toBe(200)
})

test('403 in a session whose password was given too long ago, and 404 where no app is on', async () => {
  const member = await account.guarded()
  expect(await account.ask(account.stale(member), 'POST', '/recovery-codes')).toMatchObject(passwordNeeded)
  expect(await account.ask(await account.member(), 'POST', '/recovery-codes')).toMatchObject(noAppIsOn)
})
