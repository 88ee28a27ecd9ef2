import { randomUUID } from 'node:crypto'
import { Envelope } from '@utter/contracts/event'
import { AccountState } from '@utter/contracts/events/account-state'
import { BillingState } from '@utter/contracts/events/billing-state'
import { ReferralState } from '@utter/contracts/events/referral-state'
import { consumers } from '@utter/jobs/app'
import type { Allowance } from '@utter/jobs/domain/allowance/allowance'
import { Estimates } from '@utter/jobs/domain/estimates'
import { PickupDelay } from '@utter/jobs/domain/pickup-delay'
import { createPeriods } from '@utter/jobs/lifecycle/allowance-of'
import { eraseAccount } from '@utter/jobs/lifecycle/end/erase-account'
import { openAllowances } from '@utter/jobs/store/allowances'
import { openChapters } from '@utter/jobs/store/chapters'
import { openJobs } from '@utter/jobs/store/jobs'
import { openPronunciations } from '@utter/jobs/store/pronunciations'
import { openUsage } from '@utter/jobs/store/usage'
import { openWorks } from '@utter/jobs/store/works'
import type { Handler } from '@utter/messaging/handler'
import { systemClock as clock } from '@utter/runtime/clock'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { Payer } from '@utter/testing/customers/payer'
import { eventually } from '@utter/testing/eventually'
import { openMessages } from '@utter/testing/faults/messages'
import { testOperator, testTarget } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { smallPlans } from '@utter/testing/setup/small-plans'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

/** The states of all accounts, by the real consumers of jobs, on a database in which nothing was. */
async function openNewListener(mongoUrl: string) {
  const log = createLog('jobs', 'silent')
  const { connection, close } = await openMongo(mongoUrl, `new-listener-${randomUUID().slice(0, 8)}`, log)
  const [jobs, allowances, usage, pronunciations, works, chapters, deleted] = await Promise.all([
    openJobs(connection),
    openAllowances(connection),
    openUsage(connection),
    openPronunciations(connection),
    openWorks(connection),
    openChapters(connection),
    openDeletedAccounts(connection),
  ])
  const publish = async () => {}
  const handlers: Record<string, Handler> = consumers({
    ...{ jobs, allowances, usage, pronunciations, works, chapters, publish, clock, log, plans: smallPlans },
    relay: { soon: () => {}, relay: async () => {} },
    settledMarks: { add: async () => {} },
    usageWatch: { taken: () => {} },
    freeBounds: { take: async () => async () => {} },
    versions: () => ({}),
    periods: createPeriods(),
    pickupDelay: new PickupDelay(1_000),
    estimates: new Estimates(),
    erasure: {
      async erase(userId) {
        await deleted.add(userId, clock.now())
        await eraseAccount({ jobs, allowances, usage, pronunciations, works, chapters, publish, clock }, userId)
      },
      isDeleted: deleted.has,
    },
  })
  return {
    async consume(message: string): Promise<void> {
      const { type, data, ...about } = Envelope.parse(JSON.parse(message))
      await handlers[type]?.handle(data, about)
    },
    stateOf: async (userId: string) => stateIn(await allowances.read(userId)),
    async [Symbol.asyncDispose]() {
      await connection.dropDatabase()
      await close()
    },
  }
}

/**
 * The fields of an allowance that other services decide; of referrals the calls alone, since a state without earned
 * calls may change nothing. Null for a closed one too: a deletion keeps it for a month, for the calls
 * that a new account of the same mailbox goes on from.
 */
const stateIn = (allowance: Allowance | null) =>
  !allowance || allowance.closedAt
    ? null
    : {
        tier: allowance.tier,
        status: allowance.status,
        planCalls: allowance.planCalls,
        bonusEarned: allowance.bonusEarned,
        concurrency: allowance.concurrency,
        billingVersion: allowance.billingVersion,
      }

test('a new listener of the states builds itself from the first offset, and agrees with the old one', async () => {
  const [operated, subscribed, raised, gone] = [
    await Customer.signUp(url),
    await Customer.signUp(url),
    await Customer.signUp(url),
    await Customer.signUp(url),
  ]
  const operator = await testOperator()
  for (const tier of ['pro', 'starter', 'creator'] as const) await operator.setPlan(operated.email, tier)
  const [payer, raising] = [new Payer(subscribed), new Payer(raised)]
  await payer.subscribe('starter')
  await raising.subscribe('starter')
  await eventually('a plan is raised', async () => {
    const { status, body } = await raising.upgrade('pro')
    return status === 200 && !(body as { requiresCheckout?: boolean }).requiresCheckout
  })
  const { referralCode } = ((await subscribed.get('/api/auth/me')).body as { user: { referralCode: string } }).user
  const friend = await Customer.signUp(url, { referralCode })
  await friend.finished(jobIdOf(await friend.speak('Thank you.')))
  await operator.setPlan(gone.email, 'pro')
  expect((await gone.post('/api/auth/delete-account', { password: 'a long password' })).status).toBe(202)

  const { backing } = (await testTarget()).run
  const log = createLog('jobs', 'silent')
  const mongo = await openMongo(backing.MONGO_URL ?? '', 'jobs', log)
  const old = await openAllowances(mongo.connection)
  const oldState = async ({ user }: Customer) => stateIn(await old.read(user?.id ?? ''))
  await eventually('the old one has heard everything', async () => {
    expect(await oldState(operated)).toMatchObject({ tier: 'creator' })
    expect(await oldState(subscribed)).toMatchObject({ tier: 'starter', bonusEarned: 50 })
    expect(await oldState(raised)).toMatchObject({ tier: 'pro' })
    expect(await oldState(gone)).toBeNull()
    return true
  })

  const messages = await openMessages()
  await using listener = await openNewListener(backing.MONGO_URL ?? '')
  for (const { topic } of [AccountState, BillingState, ReferralState])
    for (const { value } of await messages.raw.read(topic)) if (value) await listener.consume(value)
  await eventually('both agree', async () => {
    for (const customer of [operated, subscribed, raised, gone])
      expect(await listener.stateOf(customer.user?.id ?? '')).toEqual(await oldState(customer))
    return true
  })
  await messages.close()
  await mongo.close()
})
