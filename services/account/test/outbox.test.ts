import { randomUUID } from 'node:crypto'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { expect, inject, onTestFinished, test } from 'vitest'
import '@utter/testing/setup/provided'
import { newUser, type User } from '../src/domain/user.ts'
import { openUsers } from '../src/store/users.ts'

const now = new Date('2026-03-20T12:00:00Z')

test('a state that another process publishes after a newer one is not the last of its account', async () => {
  const database = `account-outbox-${randomUUID().slice(0, 8)}`
  const mongo = await openMongo(inject('backing').MONGO_URL, database, createLog('account', 'silent'))
  onTestFinished(() => mongo.close())
  const users = await openUsers(mongo.connection)
  const older = newUser(randomUUID(), { username: 'ada', email: 'ada@x.example', passwordHash: 'x' }, now)
  await users.insert(older)
  const newer = (await users.changeEmail(older, 'ada@y.example', now)) as User
  const leased = async () => (await users.outbox.lease(new Date(Date.now() + 60_000), 10)).leased
  // The newer one is published first, by whoever changed it; then the older, by a process that was slow.
  await users.outbox.markPublished([newer])
  expect(await leased()).toEqual([])
  await users.outbox.markPublished([older])
  expect(await leased()).toMatchObject([{ _id: older._id, email: 'ada@y.example', version: newer.version }])
})
