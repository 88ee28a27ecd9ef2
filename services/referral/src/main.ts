import { createIdentityGuard } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openMessaging } from '@utter/messaging/open'
import { openRelay } from '@utter/messaging/publish/outbox'
import { systemClock as clock } from '@utter/runtime/clock'
import { run } from '@utter/runtime/run'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { indexPolicyOf } from '@utter/storage/indexes'
import { openMongo } from '@utter/storage/mongo'
import { buildApp, consumers } from './app.ts'
import { config } from './config.ts'
import type { Member } from './domain/member.ts'
import { eraseAccount } from './lifecycle/erase-account.ts'
import { referralState } from './publishes/referral-state.ts'
import { openMembers } from './store/members.ts'
import { openFirstJobs, openPayers } from './store/noted-accounts.ts'

await run('referral', async (context) => {
  const { log, resources } = context
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'referral', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const [members, firstJobs, payers, deleted, bus] = await Promise.all([
    openMembers(mongo.connection),
    openFirstJobs(mongo.connection),
    openPayers(mongo.connection),
    openDeletedAccounts(mongo.connection),
    openMessaging(env, 'referral', log),
  ])
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  const eventsFor = (member: Member) => [referralState(member)]
  const relay = resources.use(openRelay({ ...members.outbox, eventsFor }, bus.publish, log))
  const eraseDeps = { members, firstJobs, payers, publish: bus.publish, relay, clock }
  const erase = (userId: string) => eraseAccount(eraseDeps, userId)
  const erasure = resources.use(openErasure({ deleted, erase, clock, log }))
  // In a group of its own: the members of a group have to read the same topics, and those of the version before do not know this one.
  const { 'billing-state': billingState, ...others } = consumers({
    ...{ members, firstJobs, payers, erasure, relay, clock },
  })
  await Promise.all([bus.consume(Object.values(others)), bus.consume([billingState], { group: 'referral-payments' })])
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'referral')
  const deps = { members, firstJobs, payers, relay, clock, guard, publicUrl: env.PUBLIC_URL }
  await listen(buildApp(deps, log), env, context, { mongo: mongo.check, kafka: bus.check })
})
