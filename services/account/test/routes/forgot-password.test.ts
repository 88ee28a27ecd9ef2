import type { DataOf } from '@utter/contracts/event'
import type { NoticeMade } from '@utter/contracts/events/notices/notice-made'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { eventually } from '@utter/testing/eventually'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { anAddress } from '../support/callers.ts'
import { anEmail, openAccount } from '../support/open-account.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount())

const message = 'If an account has this address, a mail with a link is on its way to it.'
const forgot = (email: unknown, address = anAddress()) => account.post('forgot-password', { email }, { address })
/** The links that were asked for and are still to be mailed. */
const asked = async (userId: string) =>
  ((await account.users.read(userId))?.unrecorded ?? []).filter(({ action }) => action === 'reset-link-asked')

test('200: a mail is asked for, once for each request, and the audit has it', async () => {
  const { userId, email } = await account.member()
  const answer = await forgot(email.toUpperCase())
  expect([answer.status, answer.body]).toEqual([200, { message }])
  await eventually('the mail is asked for', async () => (await asked(userId)).length === 1)
  const events = (await account.publish(userId)).map(({ data }) => data as DataOf<typeof NoticeMade>)
  const [notice] = events.filter((data) => data.notice?.kind === 'password-forgotten')
  expect(notice).toMatchObject({ to: email.toUpperCase(), cause: expect.stringMatching(/^password-forgotten /) })
  // No link is in the message: it is made when the mail is sent.
  expect(JSON.stringify(events)).not.toContain('reset=')
  expect((await account.entries.page(userId, 10)).map(({ action }) => action)).toContain('reset-link-asked')
})

test('200 all the same for an address that no account has', async () => {
  const answer = await forgot(anEmail())
  expect([answer.status, answer.body]).toEqual([200, { message }])
})

test('200: past three in an hour nothing more is mailed to the address, and nobody learns of it', async () => {
  const { userId, email } = await account.member()
  for (let count = 0; count < 3; count++) {
    await forgot(email)
    await eventually('the mail is asked for', async () => (await asked(userId)).length === count + 1)
  }
  expect((await forgot(email)).status).toBe(200)
  // A later request of another address has been done: so was this.
  const other = await account.member()
  await forgot(other.email)
  await eventually('the other mail is asked for', async () => (await asked(other.userId)).length === 1)
  expect(await asked(userId)).toHaveLength(3)
})

test('429: twenty in an hour from one address, whoever they are for', async () => {
  const address = anAddress()
  for (let count = 0; count < 20; count++) expect((await forgot(anEmail(), address)).status).toBe(200)
  expect(await forgot(anEmail(), address)).toMatchObject(tooManyAttempts)
})

test.each([[undefined], ['nonsense'], [7]])('400: the email %j', async (email) => {
  expect(await forgot(email)).toMatchObject(invalid('email', 'Invalid email address'))
})

test('404 on a platform that sends no mails', async () => {
  await using without = await openAccount({}, undefined, { isMailing: false })
  const { status, body } = await without.post('forgot-password', { email: anEmail() }, { address: anAddress() })
  expect([status, body.code]).toEqual([404, 'no_mails'])
})
