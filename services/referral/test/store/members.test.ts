import { randomUUID } from 'node:crypto'
import type { DataOf } from '@utter/contracts/event'
import { AccountState } from '@utter/contracts/events/account-state'
import { BillingState } from '@utter/contracts/events/billing-state'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { mailboxOf } from '@utter/contracts/mailbox'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { describe, expect, test } from 'vitest'
import { accountState } from '../../src/consumes/account-state.ts'
import { billingState } from '../../src/consumes/billing-state.ts'
import { jobFinished } from '../../src/consumes/job-finished.ts'
import type { ConsumeDeps } from '../../src/deps.ts'
import type { Member } from '../../src/domain/member.ts'
import { bonusCallsFor, nextMilestone } from '../../src/domain/milestones.ts'
import { eraseAccount } from '../../src/lifecycle/erase-account.ts'
import { referralState } from '../../src/publishes/referral-state.ts'
import { openMembers } from '../../src/store/members.ts'
import { openFirstJobs, openPayers } from '../../src/store/noted-accounts.ts'

const at = '2026-03-20T12:00:00.000Z'
let now = new Date(at)
const clock = { now: () => now }
const published: OutgoingEvent[] = []
const publish = async (events: OutgoingEvent[]) => void published.push(...events)
const mongo = await closedAfterAll(openDatabase('referral'))
const members = await openMembers(mongo.connection)
const firstJobs = await openFirstJobs(mongo.connection)
const payers = await openPayers(mongo.connection)
const relay = { soon: () => {} }
const erasure = await closedAfterAll(
  openErasure({
    deleted: await openDeletedAccounts(mongo.connection),
    erase: (userId) => eraseAccount({ members, firstJobs, payers, publish, relay, clock }, userId),
    clock,
    log: createLog('r', 'silent'),
  }),
)
const deps: ConsumeDeps = { members, firstJobs, payers, erasure, relay, clock }

async function accountStateOf(userId: string, email: string, referredBy?: string, device?: string): Promise<void> {
  const data: DataOf<typeof AccountState> = {
    username: 'u',
    email,
    signedUpAt: at,
    ...(referredBy && { referredBy }),
    ...(device && { device }),
  }
  await accountState(deps).handle(AccountState.data.parse(data), { userId, version: 1, occurredAt: at })
}
async function signUp(
  email = `${randomUUID()}@x.example`,
  referredBy?: string,
  userId = randomUUID(),
  device?: string,
): Promise<Member> {
  await accountStateOf(userId, email, referredBy, device)
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
/** A plan that the account pays for, or one that billing has for another reason. */
const pay = (userId: string, more: Partial<DataOf<typeof BillingState>> = {}) =>
  billingState(deps).handle(
    BillingState.data.parse({ tier: 'starter', subscriptionStatus: 'active', signedUpAt: at, ...more }),
    { userId, version: 2, occurredAt: at },
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
  test('whose payments are all given back counts no more, once, and not again by what comes late', async () => {
    const referrer = await signUp()
    const [friend, other] = [await signUp(undefined, referrer.code), await signUp(undefined, referrer.code)]
    for (const { _id } of [friend, other]) {
      await finish(_id)
      await pay(_id)
    }
    expect(await countOf(referrer)).toBe(2)
    for (let twice = 0; twice < 2; twice++) await pay(friend._id, { isPaidBack: true })
    expect(await countOf(referrer)).toBe(1)
    await pay(friend._id)
    await finish(friend._id)
    expect([await countOf(referrer), (await member(referrer._id)).brought]).toEqual([1, [other._id]])
  })
  test('who waits for a payment does not count by one that was given back', async () => {
    const referrer = await signUp()
    const friends = await Promise.all(Array.from({ length: 6 }, () => signUp(undefined, referrer.code)))
    for (const { _id } of friends) await finish(_id)
    await pay(friends[5]?._id ?? '', { isPaidBack: true })
    expect(await countOf(referrer)).toBe(5)
  })
  test('of many counts each', async () => {
    const referrer = await signUp()
    const friends = await Promise.all(Array.from({ length: 5 }, () => signUp(undefined, referrer.code)))
    await Promise.all(friends.map(({ _id }) => finish(_id)))
    expect(await countOf(referrer)).toBe(5)
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
    await Promise.all(friends.map((userId) => pay(userId)))
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
  test('who signed up in the browser of the referrer does not count, whichever of them was there first', async () => {
    const [home, phone, office] = [randomUUID(), randomUUID(), randomUUID()]
    const referrer = await signUp(undefined, undefined, undefined, home)
    // Logged in elsewhere since: both browsers are known.
    await accountStateOf(referrer._id, `${referrer._id}@x.example`, undefined, phone)
    const friends: [device: string | undefined, later: string | undefined, counts: number][] = [
      [home, undefined, 0],
      [phone, undefined, 0],
      [office, home, 0],
      [office, undefined, 1],
      [undefined, undefined, 2],
    ]
    for (const [device, later, count] of friends) {
      const friend = await signUp(undefined, referrer.code, undefined, device)
      if (later) await accountStateOf(friend._id, friend.mailbox, referrer.code, later)
      await finish(friend._id)
      expect(await countOf(referrer)).toBe(count)
      expect((await member(friend._id)).referredBy).toBeUndefined()
    }
  })
  test('of a browser is known by the last twenty of them, each once', async () => {
    const { _id, mailbox } = await signUp(undefined, undefined, undefined, 'd0')
    for (let i = 1; i <= 22; i++)
      for (const device of [`d${i}`, `d${i - 1}`]) await accountStateOf(_id, mailbox, undefined, device)
    const { devices } = await member(_id)
    expect(devices).toHaveLength(20)
    expect(new Set(devices).size).toBe(20)
    expect(devices).toContain('d22')
    expect(devices).not.toContain('d0')
  })
  test('with a code that no member has counts for nobody', async () => {
    const friend = await signUp(undefined, 'NOSUCH99')
    await finish(friend._id)
    expect((await member(friend._id)).referredBy).toBeUndefined()
  })
})

describe('friends who have not paid', () => {
  const friendsOf = (referrer: Member, count: number) =>
    Promise.all(Array.from({ length: count }, () => signUp(undefined, referrer.code)))

  test('count up to five, all at once too; the others count when they pay, and not with a plan that the operator set', async () => {
    const referrer = await signUp()
    const friends = await friendsOf(referrer, 8)
    await Promise.all(friends.map(({ _id }) => finish(_id)))
    expect(await countOf(referrer)).toBe(5)
    const { brought } = await member(referrer._id)
    const others = friends.map(({ _id }) => _id).filter((id) => !brought.includes(id))
    const [first = '', second = ''] = others
    await pay(first, { setBy: 'operator' })
    await pay(first, { tier: 'free' })
    await pay(first, { subscriptionStatus: 'past_due' })
    expect(await countOf(referrer)).toBe(5)
    await pay(first)
    await pay(first)
    expect(await countOf(referrer)).toBe(6)
    await finish(second)
    expect(await countOf(referrer)).toBe(6)
  })
  test('leave their room to others when they pay', async () => {
    const referrer = await signUp()
    const friends = await friendsOf(referrer, 5)
    for (const { _id } of friends) await finish(_id)
    await pay(friends[0]?._id ?? '')
    const [next] = await friendsOf(referrer, 1)
    await finish(next?._id ?? '')
    expect(await countOf(referrer)).toBe(6)
  })
  test('count as payers whichever of payment, sign-up and job is consumed first', async () => {
    const referrer = await signUp()
    const acts = (userId: ReturnType<typeof randomUUID>) => [
      () => pay(userId),
      () => signUp(undefined, referrer.code, userId),
      () => finish(userId),
    ]
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const
    for (const order of orders) {
      const all = acts(randomUUID())
      for (const index of order) await all[index]?.()
    }
    await Promise.all(Array.from({ length: 6 }, () => Promise.all(acts(randomUUID()).map((act) => act()))))
    expect(await member(referrer._id)).toMatchObject({ referralCount: 12, unpaid: [] })
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

/** Members of whom each signed up with the code of the one before, the first with the last one's. */
async function ring(devices: (string | undefined)[]): Promise<Member[]> {
  const all = await Promise.all(devices.map((device) => signUp(undefined, undefined, undefined, device)))
  const stored = mongo.connection.collection('members')
  for (const [index, { _id }] of all.entries())
    await stored.updateOne({ _id: _id as never }, { $set: { referredBy: all.at(index - 1)?.code } })
  await Promise.all([...all, ...all].map(({ _id }) => finish(_id)))
  return all
}
test('a ring of three people counts each of them once', async () => {
  const all = await ring([undefined, undefined, undefined])
  expect(await Promise.all(all.map(countOf))).toEqual([1, 1, 1])
})
test('a ring of three accounts of one browser counts nobody', async () => {
  const browser = randomUUID()
  expect(await Promise.all((await ring([browser, browser, browser])).map(countOf))).toEqual([0, 0, 0])
})

describe('bonus calls', () => {
  const bonusOf = async ({ _id }: Member) => (await member(_id)).bonusCallsEarned
  test('of five friends at once are 350, however often each is consumed', async () => {
    const referrer = await signUp()
    const friends = await Promise.all(Array.from({ length: 5 }, () => signUp(undefined, referrer.code)))
    const consumed = await Promise.all([...friends, ...friends].map(({ _id }) => finish(_id)))
    expect(consumed).toHaveLength(10)
    expect([await countOf(referrer), await bonusOf(referrer)]).toEqual([5, 350])
    await Promise.all(friends.map(({ _id }) => finish(_id)))
    expect(await bonusOf(referrer)).toBe(350)
    expect(referralState(await member(referrer._id)).data).toMatchObject({ referralCount: 5, bonusCallsEarned: 350 })
  })
  test('come with a friend whose job was consumed before the account was', async () => {
    const referrer = await signUp()
    const userId = randomUUID()
    await finish(userId)
    await signUp(undefined, referrer.code, userId)
    expect(await bonusOf(referrer)).toBe(50)
  })
  test.each([
    [0, 0],
    [1, 50],
    [4, 50],
    [5, 350],
    [10, 1_100],
    [25, 3_600],
    [50, 9_600],
    [51, 9_600],
  ])('of %i friends are %i', (count, calls) => expect(bonusCallsFor(count)).toBe(calls))
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
  const userId = randomUUID()
  const older = (await members.begin({ id: userId, mailbox: `${userId}@x.example` }, now)) as Member
  const newer = (await members.bring(userId, randomUUID(), false, now)) as Member
  const leased = async () =>
    (await members.outbox.lease(new Date(Date.now() + 60_000), 100)).leased.filter(({ _id }) => _id === userId)
  // The newer one is published first, by the process that changed it; then the older, by a process that was slow.
  await members.outbox.markPublished([newer])
  expect(await leased()).toEqual([])
  await members.outbox.markPublished([older])
  expect(await leased()).toMatchObject([{ _id: userId, referralCount: 1, version: newer.version }])
})

describe('a deleted account', () => {
  const deleteAccount = (userId: string) =>
    accountState(deps).handle(AccountState.data.parse({ username: '', email: '', signedUpAt: at, deleted: true }), {
      userId,
      version: 9,
      occurredAt: at,
    })

  test('loses its code, and the last state of its topic has none', async () => {
    const ada = await signUp()
    await deleteAccount(ada._id)
    expect([await members.read(ada._id), await members.byCode(ada.code)]).toEqual([null, null])
    expect(published.at(-1)).toMatchObject({
      userId: ada._id,
      version: 2,
      data: { referralCode: '', referralCount: 0 },
    })
  })

  test('stays counted for whom it was brought by, without its id, once it was counted for 30 days', async () => {
    const ada = await signUp()
    const friend = await signUp(undefined, ada.code)
    await finish(friend._id)
    now = new Date(now.getTime() + 30 * 24 * 3_600_000)
    await deleteAccount(friend._id)
    const { brought, unpaid, referralCount } = await member(ada._id)
    expect([referralCount, brought.length, brought.includes(friend._id)]).toEqual([1, 1, false])
    expect(unpaid).toEqual(brought)
  })
  test('takes the bonus back before that, once, and leaves its room to another', async () => {
    const ada = await signUp()
    const friends = await Promise.all(Array.from({ length: 5 }, () => signUp(undefined, ada.code)))
    for (const { _id } of friends) await finish(_id)
    const [first] = friends
    now = new Date(now.getTime() + 29 * 24 * 3_600_000)
    await Promise.all([deleteAccount(first?._id ?? ''), deleteAccount(first?._id ?? '')])
    await deleteAccount(first?._id ?? '')
    const left = await member(ada._id)
    expect(left).toMatchObject({ referralCount: 4, bonusCallsEarned: 50 })
    expect([left.brought.length, left.unpaid?.length]).toEqual([4, 4])
    expect(left.unpublishedSince).toEqual(now)
    await finish((await signUp(undefined, ada.code))._id)
    expect(await countOf(ada)).toBe(5)
  })

  test('does not come back with a state or a job that is consumed late, and counts for nobody any more', async () => {
    const ada = await signUp()
    const friend = await signUp(undefined, ada.code)
    await deleteAccount(friend._id)
    await accountStateOf(friend._id, 'late@x.example', ada.code)
    await finish(friend._id)
    expect([await members.read(friend._id), await deps.firstJobs.has(friend._id)]).toEqual([null, false])
    expect(await member(ada._id)).toMatchObject({ referralCount: 0 })
  })

  test('is deleted as well when its end is consumed before its beginning', async () => {
    const userId = randomUUID()
    await deleteAccount(userId)
    await accountStateOf(userId, 'early@x.example')
    expect(await members.read(userId)).toBeNull()
  })
})
