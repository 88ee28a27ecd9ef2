import { chatVersion, maskedSecret } from '@utter/contracts/settings'
import { createIdentityGuard } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openMessaging } from '@utter/messaging/open'
import { systemClock as clock } from '@utter/runtime/clock'
import { readPlans } from '@utter/runtime/plans-file'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { drainMsOf, run } from '@utter/runtime/run'
import { createSharedSemaphore } from '@utter/runtime/shared-semaphore'
import { openClaims } from '@utter/storage/claims'
import { createClaimsOfAccounts, refuseDeleted } from '@utter/storage/claims-of-accounts'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { createRecentNetworks } from '@utter/storage/counts/recent-networks'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { indexPolicyOf } from '@utter/storage/indexes'
import { openMongo } from '@utter/storage/mongo'
import { openRedis } from '@utter/storage/redis/open'
import { createRepliesAhead } from '@utter/storage/redis/replies-ahead'
import { startSettingLines } from '@utter/storage/redis/setting-lines'
import { createBreaker } from '@utter/worker/breaker'
import { startWorkers } from '@utter/worker/start-workers'
import { buildApp, consumers, workers } from './app.ts'
import { config } from './config.ts'
import type { Reply } from './domain/reply.ts'
import { eraseAccount } from './lifecycle/erase-account.ts'
import { openChatProvider, slotsOf } from './providers/open.ts'
import { openConversations } from './store/conversations.ts'

/** Direct requests that wait, for each that is being answered and of one account. */
const waitingPerSlot = 4
const maxWaitingPerAccount = 2
/** The longest wait: with the reply's own time less than the gateway's 70 s. */
const maxWaitMs = 10_000

await run('chat', async (context) => {
  const { log, resources } = context
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'chat', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const [allClaims, deleted, conversations, chat, bus, plans] = await Promise.all([
    openClaims<Reply>(mongo.connection),
    openDeletedAccounts(mongo.connection),
    openConversations(mongo.connection),
    openChatProvider(env, log),
    openMessaging(env, 'chat', log),
    readPlans(env.PLANS_FILE),
  ])
  resources.defer(() => chat.close())
  // For the settings, and the counts of direct chats: chat starts without it, and writes the replies of jobs.
  const redis = openRedis(env.REDIS_URL, log)
  resources.defer(async () => redis.disconnect())
  const lines = {
    chatModel: chat.model,
    chatModelKey: maskedSecret(env.OPENAI_API_KEY),
    ...(chat.modelClass && { chatModelClass: chat.modelClass }),
  }
  const version = chatVersion({ provider: chat.name, model: chat.model })
  resources.use(startSettingLines(redis, lines, log, { chat: version }))
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  resources.use(repeatEvery(3_600_000, 'old conversations', log, () => conversations.removeExpired(clock.now())))
  resources.use(repeatEvery(3_600_000, 'withdrawn claims', log, () => allClaims.removeExpired(clock.now())))
  const claims = refuseDeleted(allClaims, deleted)
  const replies = createClaimsOfAccounts<Reply>(mongo.connection)
  const erase = (userId: string) => eraseAccount({ replies, conversations }, userId)
  const erasure = resources.use(openErasure({ deleted, erase, clock, log }))
  const work = {
    claims,
    conversations,
    deleted,
    chat,
    breaker: createBreaker('chat', log),
    limitMs: env.CHAT_LIMIT_MS,
    counts: createPeriodCounts(redis, clock),
    networks: createRecentNetworks(redis),
    replies: createRepliesAhead(redis),
    publish: bus.publish,
    freeCharacters: { perDay: env.FREE_DAILY_CHAT_CHARACTERS, perNetwork: env.FREE_CHAT_CHARACTERS_PER_NETWORK },
    clock,
  }
  const slots = slotsOf(env)
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'chat')
  const bounds = { maxWaiting: slots * waitingPerSlot, maxWaitingPerAccount, maxWaitMs }
  const deps = { ...work, guard, plans, slots: createSharedSemaphore(slots, bounds) }
  await startWorkers(bus, Object.values(workers(deps)), { slots, drainMs: drainMsOf(env) })
  // Withdrawals in a group of their own: behind the work they would come too late.
  const { 'account-state': accountState, ...withdrawals } = consumers({ erasure, claims, conversations, clock })
  await Promise.all([
    bus.consume([accountState], { group: 'chat-accounts' }),
    bus.consume(Object.values(withdrawals), { group: 'chat-withdrawals' }),
  ])
  await listen(buildApp(deps, log), env, context, { mongo: mongo.check, kafka: bus.check })
})
