import { randomUUID } from 'node:crypto'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { expect, inject, onTestFinished, test } from 'vitest'
import '@utter/testing/setup/provided'
import type { Member } from '../src/domain/member.ts'
import { openMembers } from '../src/store/members.ts'

const now = new Date('2026-03-20T12:00:00Z')

test('a state that another process publishes after a newer one is not the last of its account', async () => {
  const database = `referral-outbox-${randomUUID().slice(0, 8)}`
  const mongo = await openMongo(inject('backing').MONGO_URL, database, createLog('referral', 'silent'))
  onTestFinished(() => mongo.close())
  const members = await openMembers(mongo.connection)
  const userId = randomUUID()
  const older = (await members.begin(userId, 'ada@x.example', undefined, now)) as Member
  const newer = (await members.bring(userId, randomUUID(), now)) as Member
  const leased = async () => (await members.outbox.lease(new Date(Date.now() + 60_000), 10)).leased
  // The newer one is published first, by whoever changed it; then the older, by a process that was slow.
  await members.outbox.markPublished([newer])
  expect(await leased()).toEqual([])
  await members.outbox.markPublished([older])
  expect(await leased()).toMatchObject([{ _id: userId, referralCount: 1, version: newer.version }])
})
