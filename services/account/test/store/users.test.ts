import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { keyOf, newUser, type User } from '../../src/domain/user.ts'
import { openUsers } from '../../src/store/users.ts'
import { anEntry } from '../support/an-entry.ts'

const mongo = await closedAfterAll(openDatabase('account-users'))
const users = await openUsers(mongo.connection)

const aUser = (username: string, email: string): User =>
  newUser(randomUUID(), { username, email, passwordHash: 'x' }, new Date('2026-03-20T12:00:00Z'))
test.each([
  ['Ada', 'ada', true],
  ['ADA@Example.com', 'ada@example.com', true],
  // The full-width form of the same letters.
  ['Ａｄａ', 'ada', true],
  ['ﬁne', 'FINE', true],
  ['Straße', 'strasse', false],
  ['ada', 'ada ', false],
])('%s and %s are the same: %s', (one, two, same) => {
  expect(keyOf(one) === keyOf(two)).toBe(same)
})
test('of two sign-ups at once with one name one wins, and the other gets the field that was taken', async () => {
  const name = randomUUID()
  const answers = await Promise.all(
    [name, name.toUpperCase()].map((username) => users.insert(aUser(username, `${randomUUID()}@x.example`))),
  )
  expect(answers.filter((answer) => answer === 'username')).toHaveLength(1)
  const email = `${randomUUID()}@x.example`
  await users.insert(aUser(randomUUID(), email))
  expect(await users.insert(aUser(randomUUID(), email.toUpperCase()))).toBe('email')
  expect((await users.byEmail(email.toUpperCase()))?.email).toBe(email)
})
test('states of billing and referral are applied in the order of their versions', async () => {
  const user = aUser(randomUUID(), `${randomUUID()}@x.example`)
  await users.insert(user)
  const now = new Date()
  const apply = (version: number, subscriptionTier: 'pro' | 'starter') =>
    users.applyState(user._id, 'billingVersion', version, { subscriptionTier }, now)
  expect((await apply(2, 'pro'))?.version).toBe(2)
  expect(await apply(1, 'starter')).toBeNull()
  expect(await apply(2, 'starter')).toBeNull()
  expect((await users.read(user._id))?.subscriptionTier).toBe('pro')
})

test('a state that another process publishes after a newer one is not the last of its account', async () => {
  const older = aUser(randomUUID(), `${randomUUID()}@x.example`)
  const now = older.createdAt
  await users.insert(older)
  const newer = (await users.changeEmail(
    older,
    { email: 'ada@y.example', former: 'h' },
    undefined,
    anEntry(older._id, now),
  )) as User
  const leased = async () =>
    (await users.outbox.lease(new Date(Date.now() + 60_000), 100)).leased.filter(({ _id }) => _id === older._id)
  // The newer one is published first, by the process that changed it; then the older, by a process that was slow.
  await users.outbox.markPublished([newer])
  expect(await leased()).toEqual([])
  await users.outbox.markPublished([older])
  expect(await leased()).toMatchObject([{ _id: older._id, email: 'ada@y.example', version: newer.version }])
})
