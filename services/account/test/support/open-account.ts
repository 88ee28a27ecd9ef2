import { randomUUID } from 'node:crypto'
import type { Usage } from '@utter/contracts/http/internal/jobs/get-usage'
import { standardPlans } from '@utter/contracts/plans'
import { createIdentityGuard, type Identity, identityHeader } from '@utter/http/identity'
import { privateKeyOf, type SignerName } from '@utter/http/identity-keys'
import type { Handler } from '@utter/messaging/handler'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { systemClock as clock } from '@utter/runtime/clock'
import { createCopySigner } from '@utter/storage/redis/credential-copy'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { readSettingLines } from '@utter/storage/redis/setting-lines'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { openDatabase } from '@utter/testing/setup/databases'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { createKeyedHash } from '@utter/storage/keyed-hash'
import { createSealer } from '@utter/storage/sealer'
import { buildApp } from '../../src/app.ts'
import type { ConsumeDeps } from '../../src/deps.ts'
import { anchorOf, type User } from '../../src/domain/user.ts'
import { accountOutbox } from '../../src/lifecycle/account-outbox.ts'
import { createApiKeys } from '../../src/lifecycle/api-keys.ts'
import { createAudit } from '../../src/lifecycle/audit.ts'
import { createCredentials } from '../../src/lifecycle/credentials.ts'
import { createFreeMonths } from '../../src/lifecycle/free-month.ts'
import { createPasskeys } from '../../src/lifecycle/passkeys.ts'
import { createRequestLog } from '../../src/lifecycle/request-log.ts'
import { createSecondFactor } from '../../src/lifecycle/second-factor.ts'
import { createSignUpProof } from '../../src/lifecycle/sign-up-proof.ts'
import { createAttempts } from '../../src/store/attempts.ts'
import { openAuditEntries } from '../../src/store/audit-entries.ts'
import { createCredentialCache } from '../../src/store/credential-cache.ts'
import { openIncidents } from '../../src/store/incidents.ts'
import { openDeletedMailboxes } from '../../src/store/mailboxes.ts'
import { createOnceValues } from '../../src/store/once.ts'
import { openRequestEntries } from '../../src/store/request-entries.ts'
import { createSightings } from '../../src/store/sightings.ts'
import { openTokens } from '../../src/store/tokens.ts'
import { createUsedProofs } from '../../src/store/used-proofs.ts'
import { openUsers } from '../../src/store/users.ts'
import { anAddress, callers, callerToken } from './callers.ts'

export type Account = Awaited<ReturnType<typeof openAccount>>
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Caller = { address: string; identity?: Identity; device?: string }

export const password = 'a long password'
/** The address that people type. */
export const publicUrl = 'https://utter.example'
export const anEmail = () => `${randomUUID()}@example.com`
export const aName = () => `user-${randomUUID()}`
/** The code that referral knows. */
export const realCode = 'REAL'
/** The account that has it. */
export const referrer = randomUUID()
/** The usage that jobs has of every account. */
export const usage: Usage = {
  apiCallsUsed: 7,
  overageCallsUsed: 2,
  overageCost: '0.08',
  periodStart: '2026-03-20T12:00:00.000Z',
  periodEnd: '2026-04-20T12:00:00.000Z',
}

/** The real account service on real stores; jobs and referral answer in place of theirs. */
export async function openAccount(
  limits: Record<string, number> = {},
  mongoUrl = inject('backing').MONGO_URL,
  { isMailing = true } = {},
) {
  const log = createLog('account', 'silent')
  const closing = new AsyncDisposableStack()
  const redis = openRedis(inject('backing').REDIS_URL, log)
  closing.defer(() => redis.disconnect())
  const mongo = await openDatabase('account', mongoUrl)
  closing.defer(() => mongo.close())
  // As account has it, with its rights alone; the other one is of the tests.
  const own = openRedis(inject('redisUrls').account, log)
  closing.defer(() => own.disconnect())
  await Promise.all([whenReady(redis), whenReady(own)])
  const [users, tokens] = [await openUsers(mongo.connection), await openTokens(mongo.connection)]
  const [entries, mailboxes] = [await openAuditEntries(mongo.connection), await openDeletedMailboxes(mongo.connection)]
  const plans = standardPlans
  const cache = createCredentialCache(own, createCopySigner(privateKeyOf(createTestIdentity().privateKeys.account)))
  const unverifiedCalls = limits.UNVERIFIED_FREE_CALLS
  const credentials = createCredentials({ users, tokens, cache, plans, unverifiedCalls, clock, log })
  const counted: Usage = { ...usage }
  const requestLog = createRequestLog({ entries: await openRequestEntries(mongo.connection), clock })
  const incidents = await openIncidents(mongo.connection)
  const audit = createAudit({ entries, users, clock, log })
  /** Accounts that were handed to the relay, to be published at once. */
  const relayed: User[] = []
  const relay = { soon: (user: User) => void relayed.push(user) }
  const apiKeys = createApiKeys({ users, tokens, cache, credentials, relay, clock })
  const hash = createKeyedHash('a secret of account', 'mailboxes')
  const freeMonths = createFreeMonths({ users, mailboxes, clock }, hash)
  const sightings = createSightings(own, hash, 24)
  const used = createUsedProofs(own)
  const signUpProof = createSignUpProof({ used, clock }, hash, limits.SIGNUP_PROOF_AFTER ?? 0)
  const once = createOnceValues(own)
  let aheadMs = 0
  /** The time by which codes of apps are taken. */
  const codeClock = { now: () => new Date(clock.now().getTime() + aheadMs) }
  const sealer = createSealer(['a secret of account'], { purpose: 'secrets', variable: 'TOTP_SECRETS_KEY' })
  const app = buildApp(
    {
      users,
      credentials,
      apiKeys,
      freeMonths,
      audit,
      requestLog,
      incidents,
      attempts: createAttempts(own),
      jobs: { usage: async () => counted },
      referral: { ownerOf: async (code) => (code === realCode ? { userId: referrer } : null) },
      sightings,
      signUpProof,
      secondFactor: createSecondFactor({ users, once, sealer, relay, clock: codeClock, log }),
      passkeys: createPasskeys({ users, once, relay, clock, log }, publicUrl),
      settingLines: () => readSettingLines(own),
      relay,
      guard: createIdentityGuard(callers.publicKeys, 'account'),
      plans,
      limits: {
        LOGIN_FAILURES_PER_NAME: 10,
        LOGIN_FAILURES_PER_ADDRESS: 100,
        SIGNUPS_PER_ADDRESS: 20,
        ...limits,
      },
      publicUrl,
      isMailing,
      log,
      clock,
    },
    log,
  )
  closing.defer(() => app.close())
  const request = async (
    method: Method,
    url: string,
    token: string | undefined,
    body?: unknown,
    more: Record<string, string> = {},
  ) => {
    const { statusCode, headers, payload } = await app.inject({
      method,
      url,
      headers: {
        ...(token !== undefined && { [identityHeader]: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: statusCode, headers, body: payload === '' ? undefined : JSON.parse(payload) }
  }
  const post = (path: string, body: unknown, caller: Caller) =>
    request('POST', `/api/auth/${path}`, callerToken(caller), body)
  const signUp = (address: string, more: Record<string, unknown> = {}) =>
    post('signup', { username: aName(), email: anEmail(), password, ...more }, { address })
  /** The identity of the newest session of an account. */
  async function sessionOf(userId: string): Promise<Identity> {
    const [newest] = (await tokens.ofUser(userId)).filter(({ kind }) => kind === 'session')
    const user = await users.read(userId)
    if (!newest || !user) throw new Error('there is no session')
    return {
      userId,
      tier: 'free',
      signedUpAt: anchorOf(user).toISOString(),
      sessionId: newest.id,
      ...(newest.verifiedAt && { verifiedAt: newest.verifiedAt.toISOString() }),
      scopes: newest.scopes,
      ...(newest.addedScopes && { addedScopes: newest.addedScopes }),
    }
  }
  return {
    app,
    users,
    tokens,
    credentials,
    apiKeys,
    freeMonths,
    sightings,
    audit,
    requestLog,
    entries,
    redis,
    ownRedis: own,
    /** The usage that jobs reports for every account. */
    usage: counted,
    relayed,
    codeClock,
    /** Lets time pass for codes of apps. */
    passCodes: (ms: number): void => {
      aheadMs += ms
    },
    request,
    post,
    signUp,
    sessionOf,
    logIn: (email: string, given: string, address: string, session?: Identity) =>
      post('login', { email, password: given }, { address, ...(session && { identity: session }) }),
    internal: (method: Method, path: string, body?: unknown, by: SignerName = 'operator') =>
      request(method, path, callers.internal(by), body),
    /** A document as it is stored, a deleted account's too. */
    stored: <T>(collection: string, id: string) =>
      mongo.connection.collection(collection).findOne({ _id: id as never }) as unknown as Promise<T | null>,
    setField: (collection: string, id: string, field: string, value: unknown) =>
      mongo.connection.collection(collection).updateOne({ _id: id as never }, { $set: { [field]: value } }),
    /** Takes a field from a document, as a version before had none. */
    unset: (collection: string, id: string, field: string) =>
      mongo.connection.collection(collection).updateOne({ _id: id as never }, { $unset: { [field]: 1 } }),
    /** Sets fields of a document, as others would have. */
    set: (collection: string, id: string, fields: object) =>
      mongo.connection.collection(collection).updateOne({ _id: id as never }, { $set: fields }),
    /** Events that would be published of it. */
    eventsFor: (user: User) => accountOutbox(users, audit).eventsFor(user),
    /** Publishes what is unpublished of an account. @returns its events */
    async publish(userId: string): Promise<OutgoingEvent[]> {
      const outbox = accountOutbox(users, audit)
      const found = (await mongo.connection.collection('users').findOne({ _id: userId as never })) as User | null
      if (!found?.unpublishedSince) return []
      const events = outbox.eventsFor(found)
      await outbox.markPublished([found])
      return events
    },
    /** Handles an event as the service's consumer of it does. */
    consume: (handler: (deps: ConsumeDeps) => Handler, userId: string, version: number, data: unknown) =>
      handler({ users, credentials, relay, clock }).handle(data, {
        userId,
        version,
        occurredAt: clock.now().toISOString(),
      }),
    /** A new account with a session, from an address of its own. */
    async member(email = anEmail()) {
      const [username, address] = [aName(), anAddress()]
      const { body } = await signUp(address, { email, username })
      const userId = body.user.id as string
      return { userId, username, email, address, session: await sessionOf(userId) }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** How many answers have this status. */
export const countOf = (answers: { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length
