import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { hashOf } from '../../src/domain/tokens.ts'
import type { User } from '../../src/domain/user.ts'
import { accountState } from '../../src/publishes/account-state.ts'
import type { DeletedMailbox } from '../../src/store/mailboxes.ts'
import { anAddress } from '../support/callers.ts'
import { type Account, anEmail, openAccount, password, realCode } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

type Member = Awaited<ReturnType<Account['member']>>
const remove = ({ address, session }: Member) =>
  account.post('delete-account', { password }, { address, identity: session })
/** The state that is published of the account that signed up last. */
const published = () => accountState(account.relayed.at(-1) as User).data as Record<string, unknown>
const signUp = async (email: string, more: Record<string, unknown> = {}) => {
  const { body, headers, status } = await account.signUp(anAddress(), { email, ...more })
  expect(status).toBe(201)
  return { userId: body.user.id as string, user: body.user, headers }
}

test('an account with the mailbox of a deleted one goes on from it: in its state, in each credential, in the month that its owner sees', async () => {
  const email = anEmail()
  const deleted = await account.member(email)
  await remove(deleted)
  const { user, headers } = await signUp(email.toUpperCase())
  expect(published()).toMatchObject({ continues: [deleted.userId], signedUpAt: deleted.session.signedUpAt })
  expect(user.billingPeriodStart).toBe(deleted.session.signedUpAt)
  expect(user.createdAt).not.toBe(user.billingPeriodStart)
  const credential = await account.credentials.resolve(hashOf(String(headers[sessionHeader])))
  expect(credential).toMatchObject({ continues: [deleted.userId], signedUpAt: deleted.session.signedUpAt })
})

test('with another +tag it is the same mailbox; the next one goes on from all that were deleted', async () => {
  const name = anEmail().split('@')[0]
  const first = await account.member(`${name}@example.com`)
  const second = await account.member(`${name}+two@example.com`)
  expect(published()).not.toHaveProperty('continues')
  await remove(first)
  await remove(second)
  await signUp(`${name}+three@example.com`)
  expect(published()).toMatchObject({ continues: [first.userId, second.userId] })
})

test('a mailbox that the account had before it changed its email is noted too', async () => {
  const email = anEmail()
  const owner = await account.member(email)
  const change = { newEmail: anEmail(), password }
  expect((await account.post('update-email', change, { address: owner.address, identity: owner.session })).status).toBe(
    200,
  )
  await remove(owner)
  for (const one of [email, change.newEmail]) {
    await signUp(one)
    expect(published()).toMatchObject({ continues: [owner.userId] })
  }
})

test('a new account of a deleted one’s mailbox counts as no referral, whatever code is given', async () => {
  const deleted = await account.member()
  await remove(deleted)
  await signUp(deleted.email, { referralCode: realCode })
  expect(published()).not.toHaveProperty('referredBy')
})

test('a deletion that was noted and not made is none', async () => {
  const owner = await account.member()
  const user = (await account.users.read(owner.userId)) as User
  await account.freeMonths.end(user)
  await signUp(owner.email.replace('@', '+tag@'))
  expect(published()).not.toHaveProperty('continues')
})

test('it holds until the free month ends, and the email is nowhere in it', async () => {
  const deleted = await account.member()
  await remove(deleted)
  const mailbox = account.freeMonths.hashOf(deleted.email)
  const noted = (await account.stored<DeletedMailbox>('deleted-mailboxes', mailbox)) as DeletedMailbox
  expect(JSON.stringify(noted)).not.toContain(deleted.email.split('@')[0])
  expect(noted.from.toISOString()).toBe(deleted.session.signedUpAt)
  expect(await account.freeMonths.continued(deleted.email, new Date(noted.until.getTime() - 1))).toMatchObject({
    continues: [deleted.userId],
  })
  expect(await account.freeMonths.continued(deleted.email, noted.until)).toEqual({})
})
