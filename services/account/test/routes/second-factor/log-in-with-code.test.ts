import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { anAddress } from '../../support/callers.ts'
import { countOf, password } from '../../support/open-account.ts'
import { notLetIn, openGuarded } from '../../support/open-guarded.ts'
import { tooManyAttempts } from '../../support/problems.ts'

const account = await closedAfterAll(openGuarded({ LOGIN_FAILURES_PER_NAME: 5 }))

test('a right password is refused with a ticket, and a wrong one as for any account', async () => {
  const { email, address } = await account.guarded()
  const { status, headers, body } = await account.logIn(email, password, address)
  expect([status, body.code, headers[sessionHeader]]).toEqual([401, 'second_factor_required', undefined])
  expect(body.ticket).toMatch(/^[\w-]{43}$/)
  const wrong = await account.logIn(email, 'wrong', address)
  expect([wrong.body.code, wrong.body.ticket]).toEqual(['invalid_login', undefined])
})

test('200: with a code of the app, and the session knows how it began', async () => {
  const member = await account.guarded()
  const { status, headers, body } = await account.second(
    await account.ticketOf(member),
    account.codeOf(member.secret),
    member.address,
  )
  expect([status, body.user.id]).toEqual([200, member.userId])
  expect(await account.credentials.resolve(hashOf(String(headers[sessionHeader])))).toMatchObject({
    userId: member.userId,
  })
  const [newest] = await account.tokens.ofUser(member.userId)
  expect(newest?.signedInBy).toBe('code')
})

test('200: with a recovery code, in capitals and with spaces too, once', async () => {
  const member = await account.guarded()
  const [code = '', other = ''] = member.recoveryCodes
  const typed = code.toUpperCase().replaceAll('-', ' ')
  expect((await account.second(await account.ticketOf(member), typed, member.address)).status).toBe(200)
  expect(await account.second(await account.ticketOf(member), code, member.address)).toMatchObject(notLetIn)
  expect((await account.second(await account.ticketOf(member), other, member.address)).status).toBe(200)
  const [newest] = await account.tokens.ofUser(member.userId)
  expect(newest?.signedInBy).toBe('recovery-code')
  expect((await account.ask(member, 'GET')).body.recoveryCodesLeft).toBe(8)
  const notices = (await account.publish(member.userId)).map(({ data }) => (data as { notice?: object }).notice)
  expect(notices).toContainEqual({ kind: 'second-factor-changed', change: 'recovery-code-used' })
  const actions = (await account.audit.page(member.userId, 20)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'recovery-code-used')).toHaveLength(2)
})

test('a code of the app is taken once, of many log-ins at once by one', async () => {
  const member = await account.guarded()
  const tickets = await Promise.all(Array.from({ length: 4 }, () => account.ticketOf(member)))
  const code = account.codeOf(member.secret)
  const answers = await Promise.all(tickets.map((ticket) => account.second(ticket, code, member.address)))
  expect([countOf(answers, 200), countOf(answers, 401)]).toEqual([1, 3])
})

test('a code of the step before or after the present one is taken, and one of two steps before is not', async () => {
  const member = await account.guarded()
  const old = account.codeOf(member.secret)
  account.passCodes(60_000)
  expect(await account.second(await account.ticketOf(member), old, member.address)).toMatchObject(notLetIn)
  const next = account.codeOf(member.secret)
  account.passCodes(-30_000)
  expect((await account.second(await account.ticketOf(member), next, member.address)).status).toBe(200)
})

test('a wrong code leaves the ticket, and a login that succeeds takes it', async () => {
  const member = await account.guarded()
  const ticket = await account.ticketOf(member)
  expect(await account.second(ticket, '000 00', member.address)).toMatchObject(notLetIn)
  expect((await account.second(ticket, account.codeOf(member.secret), member.address)).status).toBe(200)
  expect(await account.second(ticket, account.codeOf(member.secret), member.address)).toMatchObject(notLetIn)
})

test('a secret whose key is gone lets no code in, and a recovery code all the same', async () => {
  const member = await account.guarded()
  await account.set('users', member.userId, { 'totp.secret': 'sealed:01234567:AAAA' })
  const code = account.codeOf(member.secret)
  expect(await account.second(await account.ticketOf(member), code, member.address)).toMatchObject(notLetIn)
  const [recovery = ''] = member.recoveryCodes
  expect((await account.second(await account.ticketOf(member), recovery, member.address)).status).toBe(200)
})

test('a ticket of a password that was changed meanwhile is worth nothing', async () => {
  const member = await account.guarded()
  const ticket = await account.ticketOf(member)
  const body = { password, newPassword: 'another long password' }
  await account.post('change-password', body, { address: member.address, identity: member.session })
  expect(await account.second(ticket, account.codeOf(member.secret), member.address)).toMatchObject(notLetIn)
})

test('wrong codes count with wrong passwords: 429 after so many, be the next one right; the audit has them', async () => {
  const member = await account.guarded()
  const stranger = { ...member, address: anAddress() }
  await account.logIn(member.email, 'wrong', stranger.address)
  const ticket = await account.ticketOf(stranger)
  for (let count = 0; count < 4; count++)
    expect(await account.second(ticket, '000000', stranger.address)).toMatchObject(notLetIn)
  const code = account.codeOf(member.secret)
  expect(await account.second(ticket, code, stranger.address)).toMatchObject(tooManyAttempts)
  await eventually('the audit has them', async () =>
    (await account.audit.page(member.userId, 20)).some(({ action, count }) => action === 'code-failed' && count === 4),
  )
  // The owner is let in from home meanwhile.
  expect((await account.second(await account.ticketOf(member), code, member.address)).status).toBe(200)
})

test('thirty wrong codes in a day from networks that were not seen before, and no further one is tried from such', async () => {
  const member = await account.guarded()
  const guess = async (code: string) => {
    const from = anAddress()
    return account.second(await account.ticketOf({ ...member, address: from }), code, from)
  }
  for (let count = 0; count < 30; count++) expect((await guess('000000')).status).toBe(401)
  expect(await guess(account.codeOf(member.secret))).toMatchObject(tooManyAttempts)
  const ticket = await account.ticketOf(member)
  expect((await account.second(ticket, account.codeOf(member.secret), member.address)).status).toBe(200)
})

test('401 for a ticket that never was', async () => {
  expect(await account.second('nonsense', '123456', anAddress())).toMatchObject(notLetIn)
})

test.each([
  [{ code: '123456' }, 'ticket', 'Ticket is required'],
  [{ ticket: 't' }, 'code', 'Code is required'],
  [{ ticket: 't', code: 'a'.repeat(65) }, 'code', 'Code must be at most 64 characters'],
])('400: %j', async (body, field, sentence) => {
  expect(await account.post('login/second-factor', body, { address: anAddress() })).toMatchObject(
    invalid(field, sentence),
  )
})
