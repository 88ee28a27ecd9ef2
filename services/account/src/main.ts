import { createIdentityGuard, createIdentitySigner } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openMessaging } from '@utter/messaging/open'
import { openRelay } from '@utter/messaging/publish/outbox'
import { systemClock as clock } from '@utter/runtime/clock'
import { unverifiedCallsOf } from '@utter/runtime/free-bounds'
import { readPlans } from '@utter/runtime/plans-file'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { run } from '@utter/runtime/run'
import { indexPolicyOf } from '@utter/storage/indexes'
import { createKeyedHash } from '@utter/storage/keyed-hash'
import { openMongo } from '@utter/storage/mongo'
import { createCopySigner } from '@utter/storage/redis/credential-copy'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { readSettingLines } from '@utter/storage/redis/setting-lines'
import { createSealer } from '@utter/storage/sealer'
import { buildApp, consumers } from './app.ts'
import { createJobsClient } from './clients/jobs.ts'
import { createReferralClient } from './clients/referral.ts'
import { config } from './config.ts'
import { accountOutbox } from './lifecycle/account-outbox.ts'
import { createApiKeys } from './lifecycle/api-keys.ts'
import { createAudit } from './lifecycle/audit.ts'
import { createCredentials } from './lifecycle/credentials.ts'
import { startErasing } from './lifecycle/erase-account.ts'
import { createFreeMonths } from './lifecycle/free-month.ts'
import { createPasskeys } from './lifecycle/passkeys.ts'
import { createRequestLog } from './lifecycle/request-log.ts'
import { createSecondFactor } from './lifecycle/second-factor.ts'
import { createSignUpProof } from './lifecycle/sign-up-proof.ts'
import { createAttempts } from './store/attempts.ts'
import { openAuditEntries } from './store/audit-entries.ts'
import { createCredentialCache } from './store/credential-cache.ts'
import { openIncidents } from './store/incidents.ts'
import { openDeletedMailboxes } from './store/mailboxes.ts'
import { createOnceValues } from './store/once.ts'
import { openRequestEntries } from './store/request-entries.ts'
import { createSightings } from './store/sightings.ts'
import { openTokens } from './store/tokens.ts'
import { createUsedProofs } from './store/used-proofs.ts'
import { openUsers } from './store/users.ts'

const totpSecrets = { purpose: 'secrets of authenticator apps', variable: 'TOTP_SECRETS_KEY' }

await run('account', async (context) => {
  const { log, resources } = context
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'account', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const redis = openRedis(env.REDIS_URL, log)
  resources.defer(() => redis.disconnect())
  const [users, tokens, entries, mailboxes, requests, incidents, bus, plans] = await Promise.all([
    openUsers(mongo.connection),
    openTokens(mongo.connection),
    openAuditEntries(mongo.connection),
    openDeletedMailboxes(mongo.connection),
    openRequestEntries(mongo.connection),
    openIncidents(mongo.connection),
    openMessaging(env, 'account', log),
    readPlans(env.PLANS_FILE),
    whenReady(redis),
  ])
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  const audit = createAudit({ entries, users, clock, log })
  const relay = resources.use(openRelay(accountOutbox(users, audit), bus.publish, log))
  const cache = createCredentialCache(redis, createCopySigner(env.IDENTITY_KEY))
  const credentials = createCredentials({
    users,
    tokens,
    cache,
    plans,
    unverifiedCalls: unverifiedCallsOf(env),
    clock,
    log,
  })
  resources.use(repeatEvery(3_600_000, 'expired sessions', log, () => tokens.removeExpired(clock.now())))
  resources.use(repeatEvery(3_600_000, 'old audit entries', log, audit.removeOld))
  const requestLog = createRequestLog({ entries: requests, clock })
  resources.use(repeatEvery(3_600_000, 'old requests', log, requestLog.removeOld))
  resources.use(startErasing({ users, credentials, audit, requestLog, relay, clock }, log))
  const once = createOnceValues(redis)
  const sealer = createSealer([...(env.TOTP_SECRETS_KEY ?? []), env.IDENTITY_KEY], totpSecrets)
  const signer = createIdentitySigner(env.IDENTITY_KEY, 'account')
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'account')
  const deps = {
    users,
    credentials,
    apiKeys: createApiKeys({ users, tokens, cache, credentials, relay, clock }),
    freeMonths: createFreeMonths({ users, mailboxes, clock }, createKeyedHash(env.IDENTITY_KEY, 'mailboxes')),
    audit,
    requestLog,
    incidents,
    attempts: createAttempts(redis),
    jobs: createJobsClient(env.JOBS_URL, signer, log),
    referral: createReferralClient(env.REFERRAL_URL, signer, log),
    sightings: createSightings(redis, createKeyedHash(env.IDENTITY_KEY, 'networks'), env.REFERRAL_NETWORK_HOURS),
    signUpProof: createSignUpProof(
      { used: createUsedProofs(redis), clock },
      createKeyedHash(env.IDENTITY_KEY, 'proofs'),
      env.SIGNUP_PROOF_AFTER,
    ),
    secondFactor: createSecondFactor({ users, once, sealer, relay, clock, log }),
    passkeys: createPasskeys({ users, once, relay, clock, log }, env.PUBLIC_URL),
    settingLines: () => readSettingLines(redis),
    relay,
    guard,
    plans,
    limits: env,
    publicUrl: env.PUBLIC_URL,
    isMailing: env.MAIL_FROM !== undefined,
    log,
    clock,
  }
  // In a group of its own: the members of a group have to read the same topics, and those of the version before do not know this one.
  const { 'webhook-state': webhookState, ...states } = consumers(deps)
  await Promise.all([bus.consume(Object.values(states)), bus.consume([webhookState], { group: 'account-webhooks' })])
  await listen(buildApp(deps, log), env, context, { mongo: mongo.check, kafka: bus.check })
})
