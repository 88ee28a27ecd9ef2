import { randomUUID } from 'node:crypto'
import type { DataOf } from '@utter/contracts/event'
import { AccountState } from '@utter/contracts/events/account-state'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { type Mongo, openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { accountState } from '../src/consumes/account-state.ts'
import { jobFinished } from '../src/consumes/job-finished.ts'
import type { ConsumeDeps } from '../src/deps.ts'
import { type Member, mailboxOf } from '../src/domain/member.ts'
import { nextMilestone } from '../src/domain/milestones.ts'
import { openFirstJobs } from '../src/store/first-jobs.ts'
import { type MemberStore, openMembers } from '../src/store/members.ts'

let mongo: Mongo
let members: MemberStore
let deps: ConsumeDeps
beforeAll(async () => {
  mongo = await openMongo(inject('backing').MONGO_URL, `referral-${randomUUID().slice(0, 8)}`, createLog('r', 'silent'))
  members = await openMembers(mongo.connection)
  deps = {
    members,
    firstJobs: await openFirstJobs(mongo.connection),
    relay: { soon: () => {} },
    clock: { now: () => new Date('2026-03-20T12:00:00Z') },
  } as ConsumeDeps
})
afterAll(() => mongo.close())

const at = '2026-03-20T12:00:00.000Z'
async function accountStateOf(userId: string, email: string, referredBy?: string): Promise<void> {
  const data: DataOf<typeof AccountState> = { username: 'u', email, signedUpAt: at, ...(referredBy && { referredBy }) }
  await accountState(deps).handle(AccountState.data.parse(data), { userId, version: 1, occurredAt: at })
}
async function signUp(
  email = `${randomUUID()}@x.example`,
  referredBy?: string,
  userId = randomUUID(),
): Promise<Member> {
  await accountStateOf(userId, email, referredBy)
  return member(userId)
}
async function member(id: string): Promise<Member> {
  const found = await members.read(id)
  if (!found) throw new Error('there is no such member')
  return found
}
const finish = (userId: string, status: 'completed' | 'failed' = 'completed') =>
  jobFinished(deps).handle(
    JobFinished.data.parse({
      jobId: randomUUID(),
      requestId: 'r',
      sessionId: 's',
      status,
      progress: 100,
      owed: true,
      cached: false,
      createdAt: at,
      completedAt: at,
    }),
    { userId, version: 6, occurredAt: at },
  )
const countOf = async ({ _id }: Member) => (await member(_id)).referralCount

describe('a friend', () => {
  test('counts with the first completed job, once, however often and at once it is consumed', async () => {
    const referrer = await signUp()
    const friend = await signUp(undefined, referrer.code)
    await finish(friend._id, 'failed')
    expect(await countOf(referrer)).toBe(0)
    await Promise.all(Array.from({ length: 10 }, () => finish(friend._id)))
    await finish(friend._id)
    expect(await countOf(referrer)).toBe(1)
    expect((await member(referrer._id)).brought).toEqual([friend._id])
  })
  test('counts whatever the case of the code', async () => {
    const referrer = await signUp()
    await finish((await signUp(undefined, referrer.code.toLowerCase()))._id)
    expect(await countOf(referrer)).toBe(1)
  })
  test('of many counts each', async () => {
    const referrer = await signUp()
    const friends = await Promise.all(Array.from({ length: 6 }, () => signUp(undefined, referrer.code)))
    await Promise.all(friends.map(({ _id }) => finish(_id)))
    expect(await countOf(referrer)).toBe(6)
  })
  test('counts with a job that was consumed before the account was, though it is the only one', async () => {
    const referrer = await signUp()
    const userId = randomUUID()
    await finish(userId)
    await finish(userId)
    await signUp(undefined, referrer.code, userId)
    expect(await countOf(referrer)).toBe(1)
    // Consumed again, as after a crash.
    await accountStateOf(userId, `${userId}@x.example`, referrer.code)
    await finish(userId)
    expect(await countOf(referrer)).toBe(1)
  })
  test('counts whether the account or its job is consumed first, or both at once', async () => {
    const referrer = await signUp()
    const friends = Array.from({ length: 20 }, () => randomUUID())
    await Promise.all(
      friends.flatMap((userId, index) => {
        const both = [() => finish(userId), () => signUp(undefined, referrer.code, userId)]
        return (index % 2 ? both : both.reverse()).map((one) => one())
      }),
    )
    expect(await countOf(referrer)).toBe(20)
    expect(await Promise.all(friends.map(deps.firstJobs.has))).toEqual(Array(20).fill(false))
  })
  test('whose job failed before the account was consumed does not count', async () => {
    const referrer = await signUp()
    const userId = randomUUID()
    await finish(userId, 'failed')
    await signUp(undefined, referrer.code, userId)
    expect(await countOf(referrer)).toBe(0)
  })
  test('is noted no longer once the account is a member', async () => {
    const userId = randomUUID()
    await finish(userId)
    expect(await deps.firstJobs.has(userId)).toBe(true)
    await signUp(undefined, undefined, userId)
    expect(await deps.firstJobs.has(userId)).toBe(false)
  })
  test.each([
    ['the own +tag', 'ada@x.example', 'ada+two@x.example', 0],
    ['the own address in capitals', 'ada2@x.example', 'ADA2+b@X.example', 0],
    ['the same name elsewhere', 'ada3@x.example', 'ada3@y.example', 1],
  ])('with %s', async (_name, own, other, count) => {
    const referrer = await signUp(own)
    await finish((await signUp(other, referrer.code))._id)
    expect(await countOf(referrer)).toBe(count)
  })
  test('with a code that no member has counts for nobody', async () => {
    const friend = await signUp(undefined, 'NOSUCH99')
    await finish(friend._id)
    expect((await member(friend._id)).referredBy).toBeUndefined()
  })
})

test('nobody brings himself', async () => {
  const self = await signUp()
  await mongo.connection
    .collection('members')
    .updateOne({ _id: self._id as never }, { $set: { referredBy: self.code } })
  await finish(self._id)
  expect(await countOf(self)).toBe(0)
})

test('an account is begun once, keeps its code, and every code is its own', async () => {
  const first = await signUp()
  await accountState(deps).handle(
    { username: 'u', email: 'another@x.example', signedUpAt: at },
    { userId: first._id, version: 2, occurredAt: at },
  )
  expect((await member(first._id)).code).toBe(first.code)
  const all = await Promise.all(Array.from({ length: 20 }, () => signUp()))
  expect(new Set(all.map(({ code }) => code)).size).toBe(20)
  for (const { code } of all) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
})

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+news@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
])('the mailbox of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

test.each([
  [0, { referrals: 1, reward: 50 }],
  [1, { referrals: 5, reward: 300 }],
  [4, { referrals: 5, reward: 300 }],
  [49, { referrals: 50, reward: 6_000 }],
  [50, null],
])('after %i friends the next milestone is %j', (count, next) => expect(nextMilestone(count)).toEqual(next))

test('a state that another process publishes after a newer one is not the last of its account', async () => {
  const [userId, now] = [randomUUID(), new Date(at)]
  const older = (await members.begin(userId, `${userId}@x.example`, undefined, now)) as Member
  const newer = (await members.bring(userId, randomUUID(), now)) as Member
  const leased = async () =>
    (await members.outbox.lease(new Date(Date.now() + 60_000), 100)).leased.filter(({ _id }) => _id === userId)
  // The newer one is published first, by the process that changed it; then the older, by a process that was slow.
  await members.outbox.markPublished([newer])
  expect(await leased()).toEqual([])
  await members.outbox.markPublished([older])
  expect(await leased()).toMatchObject([{ _id: userId, referralCount: 1, version: newer.version }])
})
